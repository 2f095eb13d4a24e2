const bootstrap = 'tools/bootstrap/bootstrap.js';
const file = (path, ...args) => ['node', bootstrap, 'run', path, ...args];
const script = (name, ...args) => ['npm', 'run', '--silent', name, ...(args.length > 0 ? ['--', ...args] : [])];

/** What a newcomer runs first. It does the set-up: nothing is installed, and npm's cache is empty. */
export const setUp = { name: 'npm start -- --once (sets up by itself)', command: ['npm', 'start', '--', '--once'] };

/** Steps that others wait for. */
const build = 'build';
const controlPlane = 'the control plane';

/**
 * The lanes of steps. Lanes run beside each other, the steps of a lane one after the other. Those that read or write
 * files anywhere in the repository are in the first lane, so that none sees what another writes. Those of the other
 * lanes write to temporary folders.
 *
 * `minutes`: a time limit many times the usual duration, 15 by default. A step that hangs is ended, and the other steps
 * still run. `after`: the steps that have to be done before. `niceness`: above 0 gives way to others. `counts`: the
 * step's output ends with the count of all tests. `drawn`: `KB_PART` says which part of the attacks it tests.
 */
export const lanes = [
  [
    { name: 'npm test', command: ['npm', 'test'], counts: true, drawn: true, minutes: 60 },
    { name: build, command: script('build') },
    { name: 'format', command: ['node', bootstrap, 'exec', 'prettier', '--check', '.'] },
    { name: 'lint', command: script('lint') },
    { name: 'type-check', command: file('tools/ci/src/type-check.ts') },
    { name: 'dependency directions', command: file('tools/ci/src/dependency-directions.ts') },
    { name: 'dead exports and files', command: script('dead-code') },
    { name: 'documented exports', command: script('api-reference', '--check') },
    { name: 'structure', command: file('tools/ci/src/structure-check.ts') },
    { name: 'built-in types', command: file('tools/ci/src/builtin-types-check.ts') },
    { name: 'drift', command: file('tools/ci/src/drift-check.ts') },
    { name: 'config/default renders', command: file('tools/ci/src/kustomize-check.ts') },
    { name: 'least privilege of the sample operator', command: file('tools/ci/src/least-privilege.ts') },
    { name: 'interrupting leaves nothing behind', command: file('tools/ci/src/interrupt-check.ts') },
    // These use the build.
    { name: 'licences', command: script('licenses', '--check') },
    { name: 'packed packages', command: file('tools/ci/src/packed-packages.ts') },
    { name: 'what an operator installs', command: file('tools/ci/src/operator-install.ts') },
    { name: 'a new user, outside the repository', command: file('tools/ci/src/new-user.ts'), minutes: 30 },
  ],
  [
    // Compiles for many minutes if it is not cached.
    {
      name: controlPlane,
      command: file('tools/control-plane/src/main.ts', 'build', '--if-possible'),
      minutes: 50,
      niceness: 5,
    },
    // What is played on the real control plane takes real time, most of it waiting: the earlier it begins, the better.
    {
      name: 'conformance with the real control plane',
      command: script('conformance', '--live', '--without', 'api server', '--without', 'matrix'),
      minutes: 60,
    },
    {
      name: 'conformance of a project that is made of the build',
      command: script('conformance', '--live', 'matrix'),
      minutes: 30,
      after: [build],
    },
  ],
  [
    {
      name: 'conformance without the real control plane',
      // The tutorials are made once, with the real control plane, and deployed to both.
      command: script('conformance', '--embedded', '--without', 'tutorials'),
      minutes: 60,
      niceness: 5,
    },
    {
      name: 'conformance with a real kube-apiserver',
      command: script('conformance', '--live', 'api server'),
      minutes: 60,
      after: [controlPlane],
    },
    { name: 'soak: virtual days of faults', command: script('soak'), minutes: 30, niceness: 5 },
  ],
];
