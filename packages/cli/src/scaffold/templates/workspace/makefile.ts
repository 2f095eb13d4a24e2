import { operatorNamespace } from '@kb/codegen';
import type { ChartOptions } from '../../plugins/chart-record.ts';
import type { ProjectFacts } from '../../project-template.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';

/** The Makefile, with the names of kubebuilder's targets. */
export function makefileFiles(facts: MakefileFacts): ScaffoldFile[] {
  const { chart } = facts;
  const ofChart = chart === undefined ? '' : chartTargets(facts, chart);
  return [{ path: 'Makefile', content: makefile(facts) + ofChart }];
}

type MakefileFacts = Pick<ProjectFacts, 'projectName' | 'namespace' | 'namespaced' | 'chart'>;

const makefile = ({ projectName, namespace, namespaced = false }: MakefileFacts): string =>
  text(`
  # Targets call npm and kb, which need no make: see "npm run" and "npx kb --help".
  # Settings follow the target: make deploy IMG=registry.example.com/team/operator:v1

  # The operator's image.
  IMG ?= controller:latest
  # docker or podman.
  export CONTAINER_TOOL ?= docker
  # The platforms that docker-buildx builds for.
  PLATFORMS ?= linux/amd64,linux/arm64
  # The kind program, the cluster that test-e2e makes with it, and the image that it loads there.
  KIND ?= kind
  KIND_CLUSTER ?= ${projectName}-test-e2e
  E2E_IMAGE ?= example.com/${projectName}:e2e
  # What test-e2e installs there if the webhooks' certificate is cert-manager's.
  CERT_MANAGER ?= https://github.com/cert-manager/cert-manager/releases/download/v1.21.0/cert-manager.yaml
  # A context of your kubeconfig: test-e2e deploys E2E_IMAGE there instead, which has to be in a registry.
  E2E_CONTEXT ?=
  # More flags of a kb command, such as ARGS="--context staging --dry-run".
  ARGS ?=

  .PHONY: all help manifests generate fmt vet lint lint-fix test build run docker-build docker-push docker-buildx
  .PHONY: install uninstall deploy undeploy build-installer setup-test-e2e test-e2e cleanup-test-e2e

  all: build

  ##@ General

  help: ## Show the targets.
  \t@awk -F ':.*## ' '/^##@/ { printf "\\n%s\\n", substr($$0, 5) } /^[a-z0-9-]+( [a-z0-9-]+)*:.*## / { printf "  %-20s %s\\n", $$1, $$2 }' $(MAKEFILE_LIST)

  ##@ Development

  manifests generate: ## Write CRDs, roles, webhook configurations and the client from types and markers.
  \tnpm run generate

  fmt: ## Format the sources.
  \tnpm run format

  vet: ## Check the types.
  \tnpm run typecheck

  lint: ## Lint, and check types and formatting.
  \tnpm run lint
  \tnpm run typecheck
  \tnpm run format:check

  lint-fix: ## Lint and format, and fix what can be fixed.
  \tnpx oxlint --type-aware --fix
  \tnpm run format

  test: generate ## Run the tests, on an embedded API server.
  \tnpm test

  setup-test-e2e: ## Make the cluster of test-e2e, unless it is there.
  \t@command -v $(KIND) > /dev/null || { echo "test-e2e did not run: it needs kind (https://kind.sigs.k8s.io), or a cluster: make test-e2e E2E_CONTEXT=NAME" >&2; exit 1; }
  \t@command -v $(CONTAINER_TOOL) > /dev/null || { echo "test-e2e did not run: it needs $(CONTAINER_TOOL), which builds the image; CONTAINER_TOOL=podman takes another" >&2; exit 1; }
  \t$(KIND) get clusters | grep -qx $(KIND_CLUSTER) || $(KIND) create cluster --name $(KIND_CLUSTER) --wait 2m
  \t@if grep -q '^- ../certmanager' config/default/kustomization.yaml; then \\
  \t  kubectl --context kind-$(KIND_CLUSTER) apply --server-side -f $(CERT_MANAGER) && \\
  \t  kubectl --context kind-$(KIND_CLUSTER) wait --for=condition=Available deployment --all --namespace cert-manager --timeout 5m; \\
  \tfi

  test-e2e: $(if $(E2E_CONTEXT),,setup-test-e2e) generate ## Test the deployed operator in a cluster of its own, which goes if all is well.
  \t$(if $(E2E_CONTEXT),,npx kb docker-build --image $(E2E_IMAGE))
  \t$(if $(E2E_CONTEXT),,$(CONTAINER_TOOL) save $(E2E_IMAGE) --output $(KIND_CLUSTER).tar && $(KIND) load image-archive $(KIND_CLUSTER).tar --name $(KIND_CLUSTER); code=$$?; rm -f $(KIND_CLUSTER).tar; exit $$code)
  \tE2E_CONTEXT=$(or $(E2E_CONTEXT),kind-$(KIND_CLUSTER)) E2E_IMAGE=$(E2E_IMAGE) npm run test-e2e
  \t$(if $(E2E_CONTEXT),,$(KIND) delete cluster --name $(KIND_CLUSTER))

  cleanup-test-e2e: ## Delete the cluster of test-e2e.
  \t$(KIND) delete cluster --name $(KIND_CLUSTER)

  ##@ Build

  build: generate vet ## Compile the packages that others install; the operator itself runs from its sources.
  \tnpm run build

  run: generate ## Run the operator on this machine, with the cluster of your kubeconfig.
  \t${namespaced ? `WATCH_NAMESPACE=$${'$'}{WATCH_NAMESPACE:-${operatorNamespace({ projectName, namespace })}} ` : ''}npm start --workspace @${projectName}/controller -- $(ARGS)

  docker-build: ## Build the operator's image.
  \tnpx kb docker-build --image $(IMG) $(ARGS)

  docker-push: ## Push the image.
  \tnpx kb docker-push --image $(IMG) $(ARGS)

  docker-buildx: ## Build the image for several platforms, and push it.
  \tnpx kb docker-buildx --image $(IMG) --platforms $(PLATFORMS) $(ARGS)

  build-installer: generate ## Write everything that deploy applies to dist/install.yaml.
  \tnpx kb build-installer --image $(IMG) $(ARGS)

  ##@ Deployment

  install: generate ## Apply the CRDs to the cluster of your kubeconfig.
  \tnpx kb install $(ARGS)

  uninstall: ## Delete the CRDs from the cluster.
  \tnpx kb uninstall $(ARGS)

  deploy: generate ## Deploy the operator, and wait until it is available.
  \tnpx kb deploy --image $(IMG) $(ARGS)

  undeploy: ## Delete the operator from the cluster; ARGS=--crds deletes its CRDs too.
  \tnpx kb undeploy $(ARGS)
`);

const chartTargets = ({ projectName, namespace }: MakefileFacts, chart: ChartOptions): string =>
  text(`

  ##@ Helm

  # The helm program.
  HELM ?= helm
  # The release, its namespace and its chart.
  HELM_RELEASE ?= ${projectName}
  HELM_NAMESPACE ?= ${operatorNamespace({ projectName, namespace })}
  HELM_CHART_DIR ?= ${chart.output}/chart
  # More flags of helm, such as HELM_EXTRA_ARGS="--values staging.yaml".
  HELM_EXTRA_ARGS ?=
${chart.crdsChart ? crdsSettings(chart) : ''}
  .PHONY: build-chart helm-lint helm-deploy helm-uninstall helm-status helm-history helm-rollback

  build-chart: generate ## Write the Helm chart from config/default; what you changed in it stays.
  \tnpx kb build-chart $(ARGS)

  helm-lint: ## Check the chart.
  \t$(HELM) lint ${chart.crdsChart ? '$(HELM_CRDS_CHART_DIR) ' : ''}$(HELM_CHART_DIR)
${chart.crdsChart ? crdsTargets : ''}
  helm-deploy: ${chart.crdsChart ? 'helm-deploy-crds ' : ''}## Install or upgrade the release with the image IMG, and wait until it is available.
  \t$(HELM) upgrade --install $(HELM_RELEASE) $(HELM_CHART_DIR) --namespace $(HELM_NAMESPACE) --create-namespace --set-string manager.image.reference=$(IMG) --wait --timeout 5m $(HELM_EXTRA_ARGS)

  helm-uninstall: ## Uninstall the release; ${chart.crdsChart ? 'that of the CRDs stays' : 'CRDs stay unless crd.keep is false'}.
  \t$(HELM) uninstall $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

  helm-status: ## Show the state of the release.
  \t$(HELM) status $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

  helm-history: ## List the revisions of the release.
  \t$(HELM) history $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

  helm-rollback: ## Go back to the revision before.
  \t$(HELM) rollback $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)
`);

const crdsSettings = ({ output }: ChartOptions): string => `
  # The release of the CRDs, which have a chart of their own, and more flags of helm for it.
  HELM_CRDS_RELEASE ?= $(HELM_RELEASE)-crds
  HELM_CRDS_CHART_DIR ?= ${output}/chart-crds
  HELM_CRDS_EXTRA_ARGS ?=

  .PHONY: helm-deploy-crds helm-uninstall-crds
`;

const crdsTargets = `
  helm-deploy-crds: ## Install or upgrade the release of the CRDs, which helm-deploy does first.
  \t$(HELM) upgrade --install $(HELM_CRDS_RELEASE) $(HELM_CRDS_CHART_DIR) --namespace $(HELM_NAMESPACE) --create-namespace --set-string operator.release=$(HELM_RELEASE) --wait --timeout 5m $(HELM_CRDS_EXTRA_ARGS)

  helm-uninstall-crds: ## Uninstall the release of the CRDs, which stay unless crd.keep is false.
  \t$(HELM) uninstall $(HELM_CRDS_RELEASE) --namespace $(HELM_NAMESPACE)
`;
