import { type ChartOptions, chartFolders } from '../../plugins/chart-record.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { toolVersions } from '../tool-versions.ts';

/** The workflow that checks the Helm chart and installs it into a cluster. */
export function chartWorkflow(projectName: string, chart: ChartOptions): ScaffoldFile {
  return {
    path: '.github/workflows/test-chart.yml',
    whenThere: 'keep',
    content: text(`
      name: Chart

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
        chart:
          runs-on: ubuntu-latest
          timeout-minutes: 20
          env:
            IMG: example.com/${projectName}:test
          steps:
            - uses: actions/checkout@v5
              with:
                persist-credentials: false
            - uses: actions/setup-node@v5
              with:
                node-version: ${toolVersions.node}
                cache: npm
            - run: npm ci
            - name: The chart is up to date
              run: npx kb build-chart --check
            - run: helm lint ${chartFolders(chart).join(' ')} --strict
            - name: A cluster
              run: |
                kind create cluster --wait 2m
                docker build --tag "$IMG" .
                kind load docker-image "$IMG"
            - name: cert-manager, if the chart needs it
              run: |
                if grep -A 2 '^certManager:' ${chart.output}/chart/values.yaml | grep -q 'enabled: true'; then
                  helm install cert-manager oci://quay.io/jetstack/charts/cert-manager --namespace cert-manager \\
                    --create-namespace --set crds.enabled=true --wait --timeout 5m
                fi
            - run: make helm-deploy IMG="$IMG"
            - run: make helm-status
    `),
  };
}
