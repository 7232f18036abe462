#pragma once
#include <stddef.h>

/// Returns the bytes of config/martlet.schema.json, and their number.
const unsigned char *_Nonnull martlet_schema(size_t *_Nonnull count);
