import type { CommandEntry } from '../command-line/command.ts';

/** Every command. Its code, and the packages that it needs, are loaded when it is called. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'Creates a new project in this folder.',
    examples: ['init --domain example.com --repo example.com/api'],
    load: async () => (await import('./init.ts')).command,
  },
  {
    name: 'create api',
    summary: "Adds a kind: its types, its controller, a test and a sample; or another project's kind.",
    examples: [
      'create api --group batch --version v1alpha1 --kind AppService',
      'create api --kind AppService',
      'create api --external-api https://example.com/crds.yaml --kind HTTPRoute',
    ],
    load: async () => (await import('./create-api.ts')).command,
  },
  {
    name: 'create webhook',
    summary: 'Adds webhooks to a kind: defaulting, validation, or conversion between its versions.',
    examples: [
      'create webhook --kind AppService --defaulting --programmatic-validation',
      'create webhook --kind AppService --version v1 --conversion --spoke v2,v3',
      'create webhook --group core --version v1 --kind Pod --defaulting',
    ],
    load: async () => (await import('./create-webhook.ts')).command,
  },
  {
    name: 'delete api',
    summary: 'Removes a kind of the project: its types, controller, tests and samples, and its entries in lists.',
    examples: [
      'delete api --kind AppService',
      'delete api --group batch --version v2 --kind AppService --dry-run',
      'delete api --kind AppService --controller-name appservice-backup',
    ],
    load: async () => (await import('./project/delete-api.ts')).command,
  },
  {
    name: 'delete webhook',
    summary: 'Removes the webhooks of a kind, with their tests.',
    examples: ['delete webhook --kind AppService', 'delete webhook --group core --version v1 --kind Pod'],
    load: async () => (await import('./project/delete-webhook.ts')).command,
  },
  {
    name: 'edit',
    summary: 'Switches parts of what is deployed on and off: webhooks, certificates, monitoring, network policies.',
    examples: ['edit --with webhook,cert-manager', 'edit --without network-policy'],
    load: async () => (await import('./edit.ts')).command,
  },
  {
    name: 'update',
    summary: 'Moves the project to the scaffold of this version of kb, and keeps what you changed.',
    examples: ['update', 'update --dry-run', 'update --from-version 0.1.0'],
    load: async () => (await import('./project/update.ts')).command,
  },
  {
    name: 'generate',
    summary: 'Writes CRDs, RBAC roles, webhook configurations and typed clients from the types and markers.',
    examples: ['generate', 'generate --check', 'generate --api types/shop/v1 --crd-dir manifests'],
    load: async () => (await import('./generate.ts')).command,
  },
  {
    name: 'import',
    summary:
      'Creates types with markers from CustomResourceDefinitions; generate creates the same definitions from them.',
    examples: [
      'import crds.yaml --into types',
      'import https://example.com/crds.yaml manifests/ --into types --kind Certificate',
      'import cluster --into types --group cert-manager.io',
      'generate --api types --crd-dir crds',
    ],
    load: async () => (await import('./import.ts')).command,
  },
  {
    name: 'markers',
    summary: 'Lists the markers, and describes their arguments and effects.',
    examples: ['markers', 'markers Minimum', 'markers kubebuilder:rbac', 'markers --format markdown'],
    load: async () => (await import('./markers.ts')).command,
  },
  {
    name: 'dev',
    summary: 'Runs the operator on an embedded API server, with the samples, and shows what happens.',
    examples: ['dev', 'dev --once'],
    load: async () => (await import('./dev.ts')).command,
  },
  {
    name: 'api-server',
    summary: 'Runs the embedded API server alone. For development and tests, never for production.',
    examples: [
      'api-server --kubeconfig kubeconfig.yaml --crd config/crd/bases',
      'api-server --insecure-http --port 8001',
    ],
    load: async () => (await import('./api-server.ts')).command,
  },
  {
    name: 'install',
    summary: "Applies the project's CustomResourceDefinitions to a cluster.",
    examples: ['install', 'install --context staging --dry-run'],
    load: async () => (await import('./cluster/install.ts')).command,
  },
  {
    name: 'uninstall',
    summary: "Deletes the project's CustomResourceDefinitions from a cluster.",
    examples: ['uninstall', 'uninstall --yes'],
    load: async () => (await import('./cluster/uninstall.ts')).command,
  },
  {
    name: 'deploy',
    summary: 'Applies config/default to a cluster, and waits until the operator is available.',
    examples: ['deploy --image registry.example.com:5000/team/operator:v1', 'deploy --dry-run'],
    load: async () => (await import('./cluster/deploy.ts')).command,
  },
  {
    name: 'undeploy',
    summary: 'Deletes the operator from a cluster; its CustomResourceDefinitions stay unless --crds says otherwise.',
    examples: ['undeploy', 'undeploy --crds --yes'],
    load: async () => (await import('./cluster/undeploy.ts')).command,
  },
  {
    name: 'build-installer',
    summary: 'Writes everything that deploy applies into one file.',
    examples: ['build-installer --image registry.example.com/team/operator:v1'],
    load: async () => (await import('./cluster/build-installer.ts')).command,
  },
  {
    name: 'build-chart',
    summary: 'Writes a Helm chart from config/default, and keeps what you changed in it.',
    examples: ['build-chart', 'build-chart --check', 'build-chart --force --yes'],
    load: async () => (await import('./cluster/build-chart.ts')).command,
  },
  {
    name: 'doctor',
    summary: 'Says what is missing on this machine, and what is out of step in the project.',
    examples: ['doctor', 'doctor --json'],
    load: async () => (await import('./project/doctor.ts')).command,
  },
  {
    name: 'docker-build',
    summary: "Builds the operator's image with Docker or Podman.",
    examples: ['docker-build --image registry.example.com/team/operator:v1'],
    load: async () => (await import('./image/docker-build.ts')).command,
  },
  {
    name: 'docker-push',
    summary: "Pushes the operator's image.",
    examples: ['docker-push --image registry.example.com/team/operator:v1'],
    load: async () => (await import('./image/docker-push.ts')).command,
  },
  {
    name: 'docker-buildx',
    summary: "Builds the operator's image for several platforms, and pushes it.",
    examples: ['docker-buildx --image registry.example.com/team/operator:v1 --platforms linux/amd64,linux/arm64'],
    load: async () => (await import('./image/docker-buildx.ts')).command,
  },
  {
    name: 'watch',
    summary: 'Prints what is added, modified and deleted in a cluster, as it happens.',
    examples: ['watch pods', 'watch deploy -n shop -l app=web', 'watch appservices.batch.example.com -A -o json'],
    load: async () => (await import('./watch.ts')).command,
  },
  {
    name: 'dashboard',
    summary: "Serves a live page of a cluster's objects on loopback.",
    examples: ['dashboard', 'dashboard --context staging --open'],
    load: async () => (await import('./dashboard.ts')).command,
  },
  {
    name: 'completion',
    summary: 'Prints a script that completes commands and flags in a shell: bash, zsh, fish or powershell.',
    examples: ['completion bash', 'completion zsh', 'completion fish --no-descriptions'],
    load: async () => (await import('./completion.ts')).completionCommand(commandTable),
  },
  {
    name: 'version',
    summary: 'Prints the versions of kb, of the Kubernetes that it generates for, and of Node.',
    examples: ['version'],
    load: async () => (await import('./version.ts')).command,
  },
];
