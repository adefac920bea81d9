FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm install --no-save --no-audit --no-fund && node scripts/build-web.ts

FROM node:24-bookworm-slim
RUN useradd --system --create-home --home-dir /var/lib/stellwerk stellwerk
WORKDIR /app
COPY --from=build --chown=stellwerk /app /app
USER stellwerk
ENV HOST=0.0.0.0 DATA_DIR=/var/lib/stellwerk/data NODE_ENV=production
VOLUME /var/lib/stellwerk
EXPOSE 8080 1883
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:'+(process.env.PORT??8080)+'/health/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "--max-semi-space-size=128", "--no-allocation-site-pretenuring", "apps/server/src/main.ts"]
