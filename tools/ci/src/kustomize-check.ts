// `kubectl kustomize config/default` renders, with everything that it must hold. Says loudly when there is no kubectl.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const wanted = [
  'CustomResourceDefinition',
  'Namespace',
  'ServiceAccount',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'Deployment',
  'Service',
];

const { error, status, stdout, stderr } = spawnSync('kubectl', ['kustomize', 'config/default'], {
  cwd: root,
  encoding: 'utf8',
});
if (error) {
  console.log('SKIPPED: config/default was not rendered, because there is no kubectl on this machine');
} else if (status !== 0) {
  console.error(stderr);
  process.exitCode = 1;
} else {
  const kinds = new Set([...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind));
  const missing = wanted.filter((kind) => !kinds.has(kind));
  console.log(`config/default: ${kinds.size} kinds${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`);
  if (missing.length > 0) process.exitCode = 1;
}
