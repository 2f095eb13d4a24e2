// `kubectl kustomize` must render config/default and its optional parts with all required kinds. Prints a warning if
// kubectl is missing.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The kinds that each folder must contain. */
const wanted = {
  'config/default': [
    'CustomResourceDefinition',
    'Namespace',
    'ServiceAccount',
    'ClusterRole',
    'ClusterRoleBinding',
    'Role',
    'RoleBinding',
    'Deployment',
    'Service',
  ],
  'config/network-policy': ['NetworkPolicy'],
  'config/prometheus': ['ServiceMonitor'],
};

for (const [folder, kindsOf] of Object.entries(wanted)) {
  const { error, status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error) {
    console.log(`SKIPPED: ${folder} was not rendered, because there is no kubectl on this machine`);
    continue;
  }
  if (status !== 0) {
    console.error(stderr);
    process.exitCode = 1;
    continue;
  }
  const kinds = new Set([...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind));
  const missing = kindsOf.filter((kind) => !kinds.has(kind));
  console.log(`${folder}: ${kinds.size} kinds${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`);
  if (missing.length > 0) process.exitCode = 1;
}
