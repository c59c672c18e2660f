# The command in a container: docker build -t keywright .
# docker run --rm -v "$PWD/data:/data" keywright run -e "SELECT * FROM payment" --db rocksdb:/data/shop
FROM eclipse-temurin:17-jdk AS build
WORKDIR /src
COPY . .
RUN ./mvnw -B -q -DskipTests package \
 && mkdir /dist \
 && cd /dist \
 && jar xf /src/cli/target/keywright-*.zip \
 && mv keywright-* keywright \
 && chmod +x keywright/bin/keywright

FROM eclipse-temurin:17-jre
RUN useradd --system --uid 10001 --create-home keywright \
 && mkdir /data \
 && chown keywright /data
COPY --from=build /dist/keywright /opt/keywright
USER keywright
WORKDIR /data
VOLUME /data
ENV KEYWRIGHT_DB=rocksdb:/data/keywright-data
ENTRYPOINT ["/opt/keywright/bin/keywright"]
CMD ["--help"]
