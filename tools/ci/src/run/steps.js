const bootstrap = 'tools/bootstrap/bootstrap.js';
const file = (path, ...args) => ['node', bootstrap, 'run', path, ...args];
const script = (name, ...args) => ['npm', 'run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])];

/**
 * The steps, in order, one after the other. `counts`: the step's output ends with the count of all tests. `minutes`: a
 * time limit many times the usual duration, 15 by default. A step that hangs is ended, and the other steps still run.
 * `after`: it waits for this step of `stepsBeside`.
 */
export const steps = [
  // A new user's two commands come first, and do the set-up: nothing is installed, and npm's cache is empty.
  { name: 'npm start -- --once (sets up by itself)', command: ['npm', 'start', '--', '--once'], clean: true },
  { name: 'npm test', command: ['npm', 'test'], counts: true, minutes: 40 },
  { name: 'format', command: ['node', bootstrap, 'exec', 'prettier', '--check', '.'] },
  { name: 'lint', command: script('lint') },
  { name: 'type-check', command: script('typecheck') },
  { name: 'dependency directions', command: file('tools/ci/src/dependency-directions.ts') },
  { name: 'dead exports and files', command: script('dead-code') },
  { name: 'documented exports', command: script('api-reference', '--check') },
  { name: 'structure', command: file('tools/ci/src/structure-check.ts') },
  { name: 'built-in types', command: file('tools/ci/src/builtin-types-check.ts') },
  { name: 'drift', command: file('tools/ci/src/drift-check.ts') },
  { name: 'config/default renders', command: file('tools/ci/src/kustomize-check.ts') },
  { name: 'least privilege of the sample operator', command: file('tools/ci/src/least-privilege.ts') },
  { name: 'interrupting leaves nothing behind', command: file('tools/ci/src/interrupt-check.ts') },
  { name: 'build', command: script('build') },
  // These use the build.
  { name: 'licences', command: script('licenses', '--check') },
  { name: 'packed packages', command: file('tools/ci/src/packed-packages.ts') },
  { name: 'what an operator installs', command: file('tools/ci/src/operator-install.ts') },
  { name: 'a new user, outside the repository', command: file('tools/ci/src/new-user.ts'), minutes: 30 },
  {
    name: 'conformance with the real control plane',
    command: script('conformance', '--live'),
    minutes: 60,
    after: 'the control plane',
  },
];

/**
 * Steps that run beside the others, one after the other, from when the set-up is done. Most of the steps above use one
 * core, or wait: these use what is left, and give way to the others (`niceness`, up to 19; 5 by default). Their output
 * is printed when they are done.
 */
export const stepsBeside = [
  // Compiles for many minutes if it is not cached.
  {
    name: 'the control plane',
    command: file('tools/control-plane/src/main.ts', 'build', '--if-possible'),
    minutes: 50,
    niceness: 19,
  },
  { name: 'conformance without the real control plane', command: script('conformance', '--embedded'), minutes: 60 },
  { name: 'soak: virtual days of faults', command: script('soak'), minutes: 30 },
];
