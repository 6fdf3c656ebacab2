# The image of the recorder. Build it from the project root:
#   docker build -f gateway/recorder.Dockerfile -t gorlif-recorder .
FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
# The program names its dependencies: `cargo audit bin` reads them.
RUN cargo install --locked cargo-auditable@0.7.7 \
 && cargo auditable build --profile server -p gorlif-recorder

FROM debian:bookworm-slim
RUN install -d -m 0755 -o www-data -g www-data /srv/history \
 && install -d -m 0700 -o www-data -g www-data /var/lib/gorlif
COPY --from=build /src/target/server/recorder /usr/local/bin/recorder
# The numeric id of www-data.
USER 33:33
ENV GORLIF_STORE=sqlite:/var/lib/gorlif/gorlif.db GORLIF_HISTORY=/srv/history GORLIF_RECORDER_HEALTH=127.0.0.1:8092
HEALTHCHECK --interval=60s --timeout=10s --start-period=120s CMD ["/usr/local/bin/recorder", "health"]
VOLUME /var/lib/gorlif /srv/history
ENTRYPOINT ["/usr/local/bin/recorder"]
CMD ["run"]
