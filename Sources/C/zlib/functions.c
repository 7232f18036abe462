#include "shim.h"

#include "../loading/loading.h"

LIBRARY("libz.so.1")

FORWARD(uLong, crc32, (uLong crc, const Bytef *buf, uInt len), (crc, buf, len))
FORWARD(int, deflate, (z_streamp strm, int flush), (strm, flush))
FORWARD(uLong, deflateBound, (z_streamp strm, uLong sourceLen), (strm, sourceLen))
FORWARD(int, deflateEnd, (z_streamp strm), (strm))
FORWARD(int, deflateInit2_,
    (z_streamp strm, int level, int method, int windowBits, int memLevel, int strategy, const char
    *version, int stream_size),
    (strm, level, method, windowBits, memLevel, strategy, version, stream_size))
FORWARD(int, inflate, (z_streamp strm, int flush), (strm, flush))
FORWARD(int, inflateEnd, (z_streamp strm), (strm))
FORWARD(int, inflateInit2_,
    (z_streamp strm, int windowBits, const char *version, int stream_size),
    (strm, windowBits, version, stream_size))
FORWARD(int, inflateReset, (z_streamp strm), (strm))

int martlet_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, 31); }

int martlet_deflate_init_raw(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
}
