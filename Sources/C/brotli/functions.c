#include "shim.h"

#include "../loading/loading.h"

LIBRARY("libbrotlidec.so.1")

FORWARD(BrotliDecoderResult, BrotliDecoderDecompress,
    (size_t encoded_size, const uint8_t *encoded, size_t *decoded_size, uint8_t *decoded),
    (encoded_size, encoded, decoded_size, decoded))
