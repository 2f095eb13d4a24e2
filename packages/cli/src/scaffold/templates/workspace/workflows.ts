import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { chartWorkflow } from './chart-workflow.ts';
import { toolVersions } from '../tool-versions.ts';

/** What runs on GitHub: the checks of each change, a release, and the test of the chart if there is one. */
export function workflowFiles(projectName: string, chartFolder?: string): ScaffoldFile[] {
  return [
    { path: '.github/workflows/ci.yml', content: checks, whenThere: 'keep' },
    { path: '.github/workflows/release.yml', content: release(projectName, chartFolder), whenThere: 'keep' },
    ...(chartFolder === undefined ? [] : [chartWorkflow(projectName, chartFolder)]),
  ];
}

const checks = text(`
  name: CI

  on:
    push:
      branches: [main]
    pull_request:

  permissions:
    contents: read

  concurrency:
    group: \${{ github.workflow }}-\${{ github.ref }}
    cancel-in-progress: true

  jobs:
    check:
      runs-on: ubuntu-latest
      timeout-minutes: 20
      steps:
        - uses: actions/checkout@v5
        - uses: actions/setup-node@v5
          with:
            node-version: ${toolVersions.node}
            cache: npm
        - run: npm ci
        - name: Generated files are up to date
          run: npx kb generate --check --format github
        - name: Formatting
          run: npm run format:check
        - name: Lint
          run: npx oxlint --type-aware --deny-warnings --format github
        - name: Types
          run: npm run typecheck
        - name: Build
          run: npm run build
        - name: Tests, on an embedded API server
          run: npm test

    image:
      runs-on: ubuntu-latest
      timeout-minutes: 20
      steps:
        - uses: actions/checkout@v5
        - run: docker build --tag controller:\${{ github.sha }} .
`);

const release = (projectName: string, chartFolder = 'dist'): string =>
  text(`
  # A tag such as v1.2.3 releases the image, the installer, the Helm chart if there is one, and the npm packages.
  name: Release

  on:
    push:
      tags: ['v*']

  permissions:
    contents: read

  jobs:
    release:
      runs-on: ubuntu-latest
      timeout-minutes: 60
      permissions:
        contents: write
        packages: write
        id-token: write
      env:
        TAG: \${{ github.ref_name }}
      steps:
        - uses: actions/checkout@v5
        - uses: actions/setup-node@v5
          with:
            node-version: ${toolVersions.node}
            cache: npm
            registry-url: https://registry.npmjs.org
        - run: npm ci
        - run: npx kb generate --check --format github
        - run: npm test
        - name: Names of the release
          run: |
            echo "VERSION=\${TAG#v}" >> "$GITHUB_ENV"
            echo "IMG=ghcr.io/\${GITHUB_REPOSITORY,,}:$TAG" >> "$GITHUB_ENV"
            echo "CHARTS=oci://ghcr.io/\${GITHUB_REPOSITORY_OWNER,,}/charts" >> "$GITHUB_ENV"
        - name: Image
          env:
            TOKEN: \${{ github.token }}
          run: |
            echo "$TOKEN" | docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin
            docker run --privileged --rm tonistiigi/binfmt --install arm64
            docker buildx create --use
            make docker-buildx IMG="$IMG"
        - name: Installer
          run: npx kb build-installer --image "$IMG"
        - name: Helm chart
          if: hashFiles('${chartFolder}/chart/Chart.yaml') != ''
          env:
            TOKEN: \${{ github.token }}
          run: |
            echo "$TOKEN" | helm registry login ghcr.io --username "$GITHUB_ACTOR" --password-stdin
            npx kb build-chart --image "$IMG"
            helm package ${chartFolder}/chart --version "$VERSION" --app-version "$TAG" --destination dist
            helm push "dist/${projectName}-$VERSION.tgz" "$CHARTS"
        - name: Release page
          env:
            GH_TOKEN: \${{ github.token }}
          run: gh release create "$TAG" dist/install.yaml --generate-notes --verify-tag
        - name: npm packages, if the repository has the secret NPM_TOKEN
          env:
            NODE_AUTH_TOKEN: \${{ secrets.NPM_TOKEN }}
          run: |
            if [ -z "$NODE_AUTH_TOKEN" ]; then
              echo '::notice::The secret NPM_TOKEN is not set: no npm package was published.'
              exit 0
            fi
            npm run build
            npm pkg set "dependencies.@${projectName}/api=$VERSION" --workspace @${projectName}/client
            for name in api client; do
              npm pkg delete private --workspace "@${projectName}/$name"
              npm pkg set "version=$VERSION" --workspace "@${projectName}/$name"
              npm pkg set 'exports[./*]={"types":"./dist/*/index.d.ts","default":"./dist/*/index.js"}' --json --workspace "@${projectName}/$name"
              npm publish --access public --provenance --workspace "@${projectName}/$name"
            done
`);
