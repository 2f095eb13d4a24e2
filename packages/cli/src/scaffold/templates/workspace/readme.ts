import type { ProjectFacts } from '../../project-template.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';

/** What people, and the tools that write code for them, read first. */
export function readmeFiles(facts: ProjectFacts): ScaffoldFile[] {
  return [
    { path: 'README.md', content: readme(facts), whenThere: 'keep' },
    { path: 'AGENTS.md', content: agents(facts), whenThere: 'keep' },
  ];
}

function readme({ projectName, domain }: ProjectFacts): string {
  return text(`
    # ${projectName}

    A Kubernetes operator, made with kb.

    \`\`\`sh
    npm install                         # once: from then on, npx kb is the kb of this project
    npx kb create api --kind MyKind     # adds a kind of ${domain}
    npx kb generate                     # CRDs, RBAC role and typed client, after a change of types or markers
    npm start                           # the operator on an embedded API server, with the samples, live
    npm test                            # the tests, on an embedded API server
    make install run                    # the same on the cluster of your kubeconfig
    make test-e2e                       # tests of the deployed operator, in a cluster that kind makes
    \`\`\`

    | where                 | what                                                                                                |
    | --------------------- | --------------------------------------------------------------------------------------------------- |
    | \`packages/api\`        | the API's types with their markers: written by hand                                                 |
    | \`packages/client\`     | the typed client: generated                                                                         |
    | \`packages/controller\` | the controllers: written by hand                                                                    |
    | \`config\`              | manifests; \`crd/bases\`, \`crd/external\`, \`rbac/role.yaml\` and \`webhook/manifests.yaml\` are generated |
    | \`PROJECT\`             | what the project has: written by kb                                                                 |
    | \`Makefile\`            | a name for each task: \`make help\` lists them                                                        |

    ## Deploy

    \`\`\`sh
    make docker-build docker-push IMG=registry.example.com/team/${projectName}:v1
    make deploy IMG=registry.example.com/team/${projectName}:v1
    make undeploy
    \`\`\`

    \`CONTAINER_TOOL=podman\` builds with Podman. Two things are needed that npm does not install: Docker or Podman for
    \`docker-build\`, \`docker-push\` and \`docker-buildx\`; kubectl or kustomize to render \`config/\` for \`install\`, \`deploy\` and
    the others, which talk to the cluster of your kubeconfig themselves.

    \`npx kb doctor\` says what is missing on the machine, and what is out of step in the project.

    \`.github/workflows\` checks each change: \`ci.yml\`, and \`test-e2e.yml\` with \`make test-e2e\`. A tag such as \`v1.2.3\`
    makes a release: \`release.yml\` publishes the image, \`install.yaml\`, the Helm chart if the project has one, and the
    packages \`api\` and \`client\`.

    ## Debug

    Set a breakpoint in a reconciler, and start "Operator on the embedded API server" in VS Code, or "Tests of this file" in
    the file of a test. Tests run on virtual time: nothing times out while the debugger waits.
  `);
}

function agents({ domain }: ProjectFacts): string {
  return text(`
    # Working on this operator

    TypeScript that Node runs as it is: no build is needed for \`npm start\` and \`npm test\`. The API groups end in
    \`${domain}\`.

    ## Rules

    - Generated, never edited by hand: \`packages/client/src\`, \`config/crd/bases\`, \`config/crd/external\`,
      \`config/rbac/role.yaml\`, \`config/webhook/manifests.yaml\`. Change the types and markers in \`packages/api\`, or the
      markers above a controller, and run \`npx kb generate\`.
    - New kinds, webhooks and parts of \`config\` come from \`npx kb create api\`, \`npx kb create webhook\` and \`npx kb edit\`,
      which keep \`PROJECT\`, kustomizations and lists in step. \`--dry-run\` shows what they would write.
    - A reconciler gets the key of an object, reads the cache, and applies the whole desired state of the children; it can
      run again at any time. Objects from the cache are read-only: make a new object.
    - Write children with \`client.apply\`, and the status with \`client.applyStatus\`. State the permission of each request in
      a \`+kubebuilder:rbac\` marker above the controller.
    - Every behaviour has a test on the embedded API server (\`createTestEnvironment\`), with \`env.eventually\` instead of
      sleeping.

    ## Before a commit

    \`\`\`sh
    npx kb generate --check
    npm run format:check
    npm run lint
    npm run typecheck
    npm test
    \`\`\`
  `);
}
