import { operatorNamespace } from '../../../operator-namespace.ts';
import type { ProjectFacts } from '../../project-template.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';

/** The Makefile, with the names of kubebuilder's targets. */
export function makefileFiles(facts: MakefileFacts): ScaffoldFile[] {
  const { projectName, chartFolder } = facts;
  const chart = chartFolder === undefined ? '' : chartTargets(projectName, chartFolder);
  return [{ path: 'Makefile', content: makefile(facts) + chart }];
}

type MakefileFacts = Pick<ProjectFacts, 'projectName' | 'namespaced' | 'chartFolder'>;

const makefile = ({ projectName, namespaced = false }: MakefileFacts): string =>
  text(`
  # Targets call npm and kb, which need no make: see "npm run" and "npx kb --help".
  # Settings follow the target: make deploy IMG=registry.example.com/team/operator:v1

  # The operator's image.
  IMG ?= controller:latest
  # docker or podman.
  export CONTAINER_TOOL ?= docker
  # The platforms that docker-buildx builds for.
  PLATFORMS ?= linux/amd64,linux/arm64
  # More flags of a kb command, such as ARGS="--context staging --dry-run".
  ARGS ?=

  .PHONY: all help manifests generate fmt vet lint lint-fix test build run docker-build docker-push docker-buildx
  .PHONY: install uninstall deploy undeploy build-installer

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

  ##@ Build

  build: generate vet ## Compile the packages that others install; the operator itself runs from its sources.
  \tnpm run build

  run: generate ## Run the operator on this machine, with the cluster of your kubeconfig.
  \t${namespaced ? `WATCH_NAMESPACE=$${'$'}{WATCH_NAMESPACE:-${operatorNamespace({ projectName })}} ` : ''}npm start --workspace @${projectName}/controller -- $(ARGS)

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

const chartTargets = (projectName: string, folder: string): string =>
  text(`

  ##@ Helm

  # The helm program.
  HELM ?= helm
  # The release, its namespace and its chart.
  HELM_RELEASE ?= ${projectName}
  HELM_NAMESPACE ?= ${projectName}-system
  HELM_CHART_DIR ?= ${folder}/chart
  # More flags of helm, such as HELM_EXTRA_ARGS="--values staging.yaml".
  HELM_EXTRA_ARGS ?=

  .PHONY: build-chart helm-lint helm-deploy helm-uninstall helm-status helm-history helm-rollback

  build-chart: generate ## Write the Helm chart from config/default; what you changed in it stays.
  \tnpx kb build-chart $(ARGS)

  helm-lint: ## Check the chart.
  \t$(HELM) lint $(HELM_CHART_DIR)

  helm-deploy: ## Install or upgrade the release with the image IMG, and wait until it is available.
  \t$(HELM) upgrade --install $(HELM_RELEASE) $(HELM_CHART_DIR) --namespace $(HELM_NAMESPACE) --create-namespace --set-string manager.image.reference=$(IMG) --wait --timeout 5m $(HELM_EXTRA_ARGS)

  helm-uninstall: ## Uninstall the release; CRDs stay unless crd.keep is false.
  \t$(HELM) uninstall $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

  helm-status: ## Show the state of the release.
  \t$(HELM) status $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

  helm-history: ## List the revisions of the release.
  \t$(HELM) history $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)

  helm-rollback: ## Go back to the revision before.
  \t$(HELM) rollback $(HELM_RELEASE) --namespace $(HELM_NAMESPACE)
`);
