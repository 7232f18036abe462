# One image for every ecosystem: no Node, no Ruby, no Swift toolchain at run time.
# docs/running.md says how to move the digests of the base images.
ARG BUILD_IMAGE=swift:6.3-bookworm@sha256:7060a792f4cd9eaa0d00826d941cec00ab8d252d33b8b28bc8e105f51f2dba73
ARG RUNTIME_IMAGE=debian:12-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171
FROM ${BUILD_IMAGE} AS build
WORKDIR /martlet
COPY Scripts Scripts
RUN apt-get update -qq && Scripts/setup build && rm -rf /var/lib/apt/lists/*
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
COPY Tools Tools
COPY Benchmarks Benchmarks
RUN Scripts/build-release /out/martlet

FROM ${RUNTIME_IMAGE}
COPY Scripts/runtime-packages /tmp/
RUN apt-get update -qq \
  && xargs -a /tmp/runtime-packages apt-get install -y -qq --no-install-recommends \
  && rm -rf /var/lib/apt/lists/* /tmp/runtime-packages \
  && useradd --system --uid 10001 --create-home --home-dir /var/lib/martlet martlet \
  && chmod 700 /var/lib/martlet
COPY --from=build /out/martlet /usr/local/bin/martlet
USER martlet
WORKDIR /var/lib/martlet
VOLUME /var/lib/martlet
ENTRYPOINT ["martlet"]
CMD ["--help"]
