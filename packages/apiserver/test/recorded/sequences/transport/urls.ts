import type { Area } from '../../sequence.ts';
import { configMap, configMaps, get, post, sequence } from '../../steps.ts';

const labels = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`label-${index}`, `value-${index}`]));
const allLabels = Object.entries(labels)
  .map(([name, value]) => `${name}%3D${value}`)
  .join('%2C');

/** How URLs are parsed. */
export const urls: Area = {
  name: 'transport urls',
  sequences: [
    sequence(
      'odd paths',
      get('/api//v1'),
      get('/api//v1/namespaces/default'),
      get('/apis//apps/v1'),
      get('/apis/apps//v1/deployments'),
      get('/api/v1//namespaces'),
      get('/api/v1/namespaces//default'),
      get('/apis/lab.example.com//v1/widgets'),
      get('/api/v1/namespaces/%00'),
      get('/api/v1/namespaces/%C3%A4'),
      get('/version#fragment'.replace('#', '%23')),
      get(`/api/v1/namespaces/${'x'.repeat(10_000)}`),
      { method: 'FOO', path: '/nope' },
      { method: 'FOO', path: '/version' },
      { method: 'QUERY', path: configMaps },
    ),
    sequence(
      'odd queries',
      post(configMaps, configMap('a')),
      get(`${configMaps}?labelSelector=%zz`),
      get(`${configMaps}?labelSelector=a;b`),
      get(`${configMaps}?a=1;watch=1`),
      get(`${configMaps}?limit=1%`),
      get(`${configMaps}?&&=&a`),
      get(`${configMaps}?labelSelector=a+in+(b)`),
      get(`${configMaps}?labelSelector=a&labelSelector=`),
      get(`${configMaps}/a??`),
    ),
    sequence(
      'huge selectors',
      post(configMaps, configMap('labelled', {}, { labels })),
      get(`${configMaps}?labelSelector=${allLabels}`, {
        headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
      }),
      get(`${configMaps}?labelSelector=${Array.from({ length: 20 }, () => allLabels).join('%2C')}%2Cnone`),
      get(
        `${configMaps}?labelSelector=a%20in%20(${Array.from({ length: 5000 }, (_, index) => `v${index}`).join(',')})`,
      ),
      get(
        `${configMaps}?fieldSelector=${Array.from({ length: 5000 }, (_, index) => `metadata.name!%3Dn${index}`).join(',')}&limit=0&labelSelector=none`,
      ),
    ),
  ],
};
