# One image for every ecosystem: no Node, no Ruby, no Swift toolchain at run time, and no shell.
# `make dist` makes the same content without Docker (Scripts/dist/image-root); docs/running.md says how
# to move the digest of the base image.
ARG BUILD_IMAGE=swift:6.3-bookworm@sha256:7060a792f4cd9eaa0d00826d941cec00ab8d252d33b8b28bc8e105f51f2dba73
FROM ${BUILD_IMAGE} AS build
WORKDIR /martlet
COPY Scripts Scripts
RUN apt-get update -qq \
  && Scripts/setup build \
  && apt-get install -y -qq --no-install-recommends binutils ca-certificates tzdata \
  && rm -rf /var/lib/apt/lists/*
COPY Package.swift LICENSE ./
COPY config config
# The program contains it.
COPY docs/troubleshooting.md docs/
COPY Sources Sources
COPY Tests Tests
COPY Tools Tools
COPY Benchmarks Benchmarks
RUN Scripts/build-release /out/martlet && Scripts/dist/image-root /out/martlet /out/image

FROM scratch
COPY --from=build /out/image/ /
ENV PATH=/usr/bin HOME=/var/lib/martlet
USER 10001:10001
WORKDIR /var/lib/martlet
VOLUME /var/lib/martlet
ENTRYPOINT ["/usr/bin/martlet"]
CMD ["--help"]
