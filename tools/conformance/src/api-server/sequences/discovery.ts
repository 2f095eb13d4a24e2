import type { Area } from '../sequence.ts';
import { get, sequence } from '../steps.ts';

export const discovery: Area = {
  name: 'discovery and health',
  sequences: [
    sequence(
      'groups and versions',
      get('/apis/apps'),
      get('/apis/lab.example.com'),
      get('/apis/nope'),
      get('/apis/apps/v9'),
      get('/api/v9'),
    ),
    sequence(
      'resources',
      get('/apis/apps/v1'),
      get('/apis/batch/v1'),
      get('/apis/lab.example.com/v1'),
      get('/apis/rbac.authorization.k8s.io/v1'),
    ),
    sequence(
      'health',
      get('/healthz'),
      get('/livez'),
      get('/readyz'),
      get('/livez/ping'),
      get('/livez/nope'),
      get('/healthz/'),
    ),
  ],
};
