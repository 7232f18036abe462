// SwiftPM writes a resource as a Swift array, whose compilation takes minutes for 200 KB.
#include "shim.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "../../../docs/troubleshooting.md"
};

const unsigned char *martlet_troubleshooting(size_t *count) {
  *count = sizeof bytes;
  return bytes;
}
