# One image for every role: ROLE says whether it serves, watches or does both.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build && node api/boot/compile.mjs /image && mv node_modules /image/
WORKDIR /image
# What only the web is built with goes, and the embedded PostgreSQL, since in production DATABASE_URL is required.
RUN npm prune --omit=dev --no-audit --no-fund && \
  find node_modules -type f -regextype egrep -regex '.*\.(map|md|d\.[cm]?ts)' -delete

# Node alone: npm and the headers would be a third of the image.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN useradd --create-home node && install --directory --owner=node --group=node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /image ./
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/boot/start.mjs", "--no-build"]
