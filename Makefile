# Each target is a thin call of the same nx target.
.PHONY: all manifests generate build test lint typecheck run install uninstall docker-build
IMG ?= controller:latest

all: generate test

manifests generate: ## Write CRDs, RBAC role and typed client from the types and markers.
	npm run --silent generate

build: ## Compile every package.
	npm run --silent build

test: ## Every package's tests.
	npm test --silent

lint: ## Lint with type-aware rules.
	npm run --silent lint

typecheck: ## Type-check every package.
	npm run --silent typecheck

run: generate ## The sample operator on this machine, on the cluster of your kubeconfig.
	node tools/bootstrap/bootstrap.js nx run @appservice/controller:run

install: manifests ## The sample's CRDs into the cluster of your kubeconfig.
	node tools/bootstrap/bootstrap.js nx run @appservice/controller:install-crds

uninstall: ## The sample's CRDs out of it, with every object of theirs.
	node tools/bootstrap/bootstrap.js nx run @appservice/controller:uninstall-crds

docker-build: ## The sample operator's image.
	docker build -t $(IMG) .
