import type { Area } from '../../sequence.ts';
import { get, sequence, sequenceAlone } from '../../steps.ts';

const accept = (type: string): { headers: { accept: string } } => ({ headers: { accept: type } });
const head = (path: string): { method: string; path: string } => ({ method: 'HEAD', path });
const post = (path: string): { method: string; path: string } => ({ method: 'POST', path });

/** Discovery with one document per group version. */
export const legacy: Area = {
  name: 'discovery',
  sequences: [
    sequenceAlone(
      'groups and versions',
      get('/apis/apps'),
      get('/apis/apps/'),
      get('/apis/lab.example.com'),
      get('/apis/nope'),
      get('/apis/apps/v9'),
      get('/apis/lab.example.com/v9'),
      get('/api/v9'),
      get('/apis/apps/v1/'),
    ),
    sequenceAlone(
      'resources',
      get('/apis/apps/v1'),
      get('/apis/batch/v1'),
      get('/apis/lab.example.com/v1'),
      get('/apis/rbac.authorization.k8s.io/v1'),
      get('/apis/policy/v1'),
      get('/apis/events.k8s.io/v1'),
    ),
    sequence(
      'forms of discovery',
      get('/apis/apps', accept('application/yaml')),
      get('/apis/apps', accept('application/json;pretty=1')),
      get('/apis/apps?pretty=true'),
      get('/apis/apps', { headers: { accept: 'application/*' } }),
      get('/apis/coordination.k8s.io/v1', accept('application/*')),
      get('/apis/coordination.k8s.io/v1', accept('application/yaml')),
      get('/apis/coordination.k8s.io/v1', accept('text/plain, */*;q=0.1')),
      get('/apis/lab.example.com/v1', accept('application/*')),
    ),
    sequence(
      'discovery that is not acceptable',
      get('/apis', accept('text/plain')),
      get('/api', accept('text/plain')),
      get('/apis/apps/v1', accept('text/plain')),
      get('/apis/lab.example.com/v1', accept('text/plain')),
      get('/apis/apps', accept('application/json;as=Table;g=meta.k8s.io;v=v1')),
      get('/apis/apps/v1', accept('application/json;as=Table;g=meta.k8s.io;v=v1')),
      get('/version', accept('text/plain')),
      get('/version', accept('application/*')),
      get('/version', accept('application/yaml')),
    ),
    sequence(
      'methods of discovery',
      { ...post('/apis/apps') },
      { ...post('/apis/apps/v1') },
      { ...post('/apis/lab.example.com') },
      { ...post('/api') },
      { ...post('/api/v1') },
      { ...post('/version') },
      head('/apis/apps'),
      head('/apis/apps/v1'),
      head('/version'),
    ),
    sequence(
      'paths that nobody knows',
      get('/nope'),
      get('/apis/apps/v1/'),
      get('/debug/pprof/'),
      get('/logs/'),
      get('/openapi'),
    ),
  ],
};
