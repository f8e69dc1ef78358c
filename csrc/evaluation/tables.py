"""The generated header of the evaluation: see csrc/generate_tables.py."""

import math
from typing import Any

from table_text import rows

CORE_WIN = 983040
"""Of core.h."""
LOGIT_UNITS = 256 * 256
"""NET_UNIT^2 of layer.h make a logit of 1."""


def generated(_: dict[str, Any]) -> dict[str, str]:
    """The logistic function in shares of a win."""
    step, size = 2**13, 64
    shares = [round(CORE_WIN / (1 + math.exp(-step * i / LOGIT_UNITS))) for i in range(size + 1)]
    text = (
        "/* tables.h -- made by csrc/generate_tables.py; do not edit. */\n"
        "#ifndef SARAI_EVALUATION_TABLES_H\n#define SARAI_EVALUATION_TABLES_H\n\n"
        "#include <stdint.h>\n\n"
        f"enum {{ NET_LOGISTIC_STEP = {step}, NET_LOGISTIC_SIZE = {size} }};\n"
        "static const int32_t NET_LOGISTIC[NET_LOGISTIC_SIZE + 1] = {\n"
        f"{rows([str(share) for share in shares], 12)}\n}};\n\n#endif\n"
    )
    return {"tables.h": text}
