/* logistic.h -- a table in place of the logistic function: the same on every build. */
#ifndef SARAI_LOGISTIC_H
#define SARAI_LOGISTIC_H

#include <stdint.h>

/* The share of CORE_WIN at a logit in 1/NET_UNIT^2. */
int64_t net_logistic(int32_t logit);

#endif
