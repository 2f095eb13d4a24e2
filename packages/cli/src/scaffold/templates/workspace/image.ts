import { SCOPE } from '../../../package-names.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { toolVersions } from '../tool-versions.ts';
import { jsonText } from './json-text.ts';

/** The operator's image, and what keeps its base image and the dependencies current. */
export function imageFiles(): ScaffoldFile[] {
  return [
    { path: '.dockerignore', content: ignored },
    { path: 'Dockerfile', content: dockerfile },
    { path: 'renovate.json', content: jsonText(renovate), whenThere: 'keep' },
  ];
}

/** Docker and Podman read this file, with the same meaning. */
const ignored = text(`
  # Only what the image is made of, for Docker and Podman.
  *
  !package.json
  !package-lock.json
  !.npmrc
  !packages
  **/*.test.ts
  **/e2e
  **/dist
  **/node_modules
`);

/** Renovate keeps the image's version and adds its digest; both are asked for by `renovate.json`. */
const dockerfile = text(`
  # The operator alone: its packages and their dependencies, without development tools.
  FROM node:${toolVersions.node}-slim AS dependencies
  WORKDIR /app
  COPY . .
  RUN npm ci --omit=dev --no-audit --no-fund

  FROM node:${toolVersions.node}-slim
  WORKDIR /app
  ENV NODE_ENV=production NODE_COMPILE_CACHE=/var/cache/node
  COPY --from=dependencies /app .
  RUN install -d -o 65532 -g 65532 /var/cache/node
  USER 65532:65532
  # Keeps what Node makes of the TypeScript, or it would do it again whenever the operator starts: a fifth less memory and CPU then.
  RUN timeout 60 node --max-semi-space-size=2 packages/controller/src/main.ts --help > /dev/null || true
  # A small young generation: a fifth less memory, and a little more garbage collection while lists are read.
  ENTRYPOINT ["node", "--max-semi-space-size=2", "packages/controller/src/main.ts"]
`);

/**
 * Keeps dependencies current by pull requests; the base image and actions by their digests, so that a build takes the
 * bytes that were reviewed.
 */
const renovate = {
  $schema: 'https://docs.renovatebot.com/renovate-schema.json',
  extends: ['config:recommended', 'docker:pinDigests', 'helpers:pinGitHubActionDigests', ':pinVersions'],
  // What kb is made of fits together in one version.
  packageRules: [{ matchPackageNames: [`${SCOPE}/**`], groupName: 'kb' }],
};
