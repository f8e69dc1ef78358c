/* logistic.c -- the logistic function by its table, straight between two places of it. */
#include "logistic.h"

#include "../core.h"
#include "tables.h"

int64_t net_logistic(int32_t logit)
{
    int32_t size = logit < 0 ? -logit : logit, place = size / NET_LOGISTIC_STEP;
    int64_t share = NET_LOGISTIC[NET_LOGISTIC_SIZE];
    if (place < NET_LOGISTIC_SIZE) {
        int64_t rise = NET_LOGISTIC[place + 1] - NET_LOGISTIC[place];
        share = NET_LOGISTIC[place] + rise * (size % NET_LOGISTIC_STEP) / NET_LOGISTIC_STEP;
    }
    return logit < 0 ? CORE_WIN - share : share;
}
