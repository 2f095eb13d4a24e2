import type { ChartOptions } from '../../plugins/chart-record.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { chartWorkflow } from './chart-workflow.ts';
import { toolVersions } from '../tool-versions.ts';

/** What runs on GitHub: the checks of each change, there and in a cluster, a release, and the test of a chart. */
export function workflowFiles(projectName: string, chart?: ChartOptions): ScaffoldFile[] {
  return [
    { path: '.github/workflows/ci.yml', content: checks, whenThere: 'keep' },
    { path: '.github/workflows/test-e2e.yml', content: endToEnd, whenThere: 'keep' },
    { path: '.github/workflows/release.yml', content: release(projectName, chart), whenThere: 'keep' },
    ...(chart === undefined ? [] : [chartWorkflow(projectName, chart)]),
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
          with:
            persist-credentials: false
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
          with:
            persist-credentials: false
        - run: docker build --tag controller:\${{ github.sha }} .
`);

// GitHub's machines have Docker, kind and kubectl; npm has the rest.
const endToEnd = text(`
  # The deployed operator in a cluster that kind makes, as "make test-e2e" tests it by hand.
  name: E2E

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
    test-e2e:
      runs-on: ubuntu-latest
      timeout-minutes: 30
      env:
        KIND_CLUSTER: test-e2e
      steps:
        - uses: actions/checkout@v5
          with:
            persist-credentials: false
        - uses: actions/setup-node@v5
          with:
            node-version: ${toolVersions.node}
            cache: npm
        - run: npm ci
        - run: make test-e2e
        - name: Logs of the cluster, which stays if a test fails
          if: failure()
          run: kind export logs --name "$KIND_CLUSTER" "$RUNNER_TEMP/cluster"
        - uses: actions/upload-artifact@v5
          if: failure()
          with:
            name: cluster
            path: \${{ runner.temp }}/cluster
`);

const noChart: ChartOptions = { output: 'dist', crdsChart: false };

const pushChart = (folder: string, name: string): string => `
            helm package ${folder} --version "$VERSION" --app-version "$TAG" --destination dist
            helm push "dist/${name}-$VERSION.tgz" "$CHARTS"`;

const release = (projectName: string, { output, crdsChart }: ChartOptions = noChart): string =>
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
          if: hashFiles('${output}/chart/Chart.yaml') != ''
          env:
            TOKEN: \${{ github.token }}
          run: |
            echo "$TOKEN" | helm registry login ghcr.io --username "$GITHUB_ACTOR" --password-stdin
            npx kb build-chart --image "$IMG"${crdsChart ? pushChart(`${output}/chart-crds`, `${projectName}-crds`) : ''}${pushChart(`${output}/chart`, projectName)}
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
