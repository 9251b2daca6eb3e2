# Builds the backend image. Environment variables name the deployment (TENANT), its database and its mail server.
ARG BASE=docker.io/library/node:24.21.0-bookworm-slim
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Removes the Node of the npm packages, because the base image has its own.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM ${BASE} AS compiled
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY docker/api docker/api
COPY contract contract
COPY server server
COPY tenants tenants
COPY src/app/gates.ts src/app/gates.ts
COPY src/ui/tokens.ts src/ui/tokens.ts
COPY src/i18n/locales src/i18n/locales
# Node can run TypeScript, but then every process keeps a compiler in memory (docs/decisions/223).
RUN node docker/api/compile.ts /compiled

FROM ${BASE}
WORKDIR /app
# Fewer malloc arenas: threads share them and keep less unused memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 MALLOC_ARENA_MAX=2
COPY --from=packages /app/node_modules node_modules
COPY --from=compiled /compiled ./
USER 1000:1000
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Limits the heap: by default Node lets garbage grow with the memory of the machine before it collects.
CMD ["node", "--max-old-space-size=256", "--min-semi-space-size=16", "--max-semi-space-size=16", "server/main.js"]
