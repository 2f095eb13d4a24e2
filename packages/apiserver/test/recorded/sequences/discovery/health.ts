import type { Area } from '../../sequence.ts';
import { get, sequence } from '../../steps.ts';

/** Health, all checks together and one by one. */
export const health: Area = {
  name: 'discovery and health',
  sequences: [
    sequence('health', get('/healthz'), get('/livez'), get('/readyz'), get('/livez/nope'), get('/healthz/')),
    sequence('all checks', get('/livez?verbose'), get('/readyz?verbose'), get('/healthz?verbose=false')),
    sequence(
      'single checks',
      get('/livez/ping'),
      get('/livez/etcd?verbose'),
      get('/livez/poststarthook/rbac/bootstrap-roles'),
      get('/livez/poststarthook'),
      get('/livez/etcd-readiness'),
      get('/readyz/etcd-readiness'),
      get('/readyz/informer-sync'),
      get('/readyz/shutdown'),
    ),
    sequence(
      'excluded checks',
      get('/livez?exclude=etcd'),
      get('/livez?verbose&exclude=etcd'),
      get('/readyz?verbose&exclude=etcd&exclude=nope&exclude=other'),
      get('/livez?exclude=nope'),
      get('/livez/etcd?exclude=etcd'),
    ),
    sequence(
      'methods of health',
      { method: 'POST', path: '/livez' },
      { method: 'DELETE', path: '/readyz' },
      { method: 'HEAD', path: '/healthz' },
    ),
  ],
};
