import type { Area, RequestStep } from '../../sequence.ts';
import { get, pod, pods, post, sequence } from '../../steps.ts';

const named = (...names: string[]): object[] => names.map((name) => ({ name, image: 'i' }));

/** Pods that no node runs, and Pods of a node that does not exist. */
const prepared: RequestStep[] = [
  post(pods, pod('unscheduled'), { quiet: true }),
  post(pods, pod('elsewhere', { nodeName: 'no-such-node' }), { quiet: true }),
  post(
    pods,
    pod('several', { containers: named('a', 'b'), initContainers: named('first'), nodeName: 'no-such-node' }),
    { quiet: true },
  ),
];

const log = (name: string, query = ''): RequestStep => get(`${pods}/${name}/log${query}`);

/** The parameters of logs: which are refused, and how. */
export const logs: Area = {
  name: 'logs of containers',
  sequences: [
    sequence(
      'which container',
      ...prepared,
      log('missing'),
      log('unscheduled'),
      log('unscheduled', '?container=c&follow=true'),
      log('unscheduled', '?container=x'),
      log('elsewhere'),
      log('several'),
      log('several', '?container=first'),
      log('several', '?container=x'),
      log('several', '?container='),
    ),
    sequence(
      'parameters of logs',
      ...prepared,
      ...[
        'tailLines=-1',
        'tailLines=0',
        'tailLines=x',
        'tailLines=',
        'tailLines=1.5',
        'tailLines=99999999999999999999',
        'limitBytes=0',
        'limitBytes=-5',
        'limitBytes=1',
        'limitBytes=x',
        'sinceSeconds=0',
        'sinceSeconds=-1',
        'sinceSeconds=5',
        'sinceSeconds=x',
        'sinceTime=x',
        'sinceTime=',
        'sinceTime=2026-01-02T03:04:05Z',
        'sinceTime=2026-01-02T03:04:05.5%2B02:00',
        'sinceSeconds=5&sinceTime=2026-01-02T03:04:05Z',
        'sinceSeconds=0&sinceTime=2026-01-02T03:04:05Z&tailLines=-1&limitBytes=0',
        'stream=Stdout',
        'stream=All&tailLines=1',
        'stream=Stderr&tailLines=1',
        'follow=x&previous=maybe&timestamps=0',
        'insecureSkipTLSVerifyBackend=true',
        'tailLines=1&tailLines=x',
        'unknown=1',
        'pretty=true&tailLines=-1',
        'dryRun=All',
      ].map((query) => log('unscheduled', `?${query}`)),
    ),
    sequence(
      'methods of logs',
      ...prepared,
      post(`${pods}/unscheduled/log`, {}),
      { method: 'DELETE', path: `${pods}/unscheduled/log` },
      { method: 'PUT', path: `${pods}/unscheduled/log`, body: {} },
      get(`${pods}/unscheduled/log`, { headers: { accept: 'application/yaml' } }),
      get(`${pods}/unscheduled/log`, { headers: { accept: 'text/plain' } }),
      get(`${pods}/unscheduled/log`, { headers: { accept: 'text/html' } }),
      get(`${pods}/missing/log`, { headers: { accept: 'text/plain' } }),
    ),
  ],
};

/** Connections into containers, as far as the server gets without a kubelet. */
export const processes: Area = {
  name: 'connections into containers',
  sequences: [
    sequence(
      'connections that are refused before the node is asked',
      ...prepared,
      ...['exec', 'attach', 'portforward'].flatMap((subresource) => [
        get(`${pods}/missing/${subresource}?command=ls`),
        post(`${pods}/missing/${subresource}?command=ls`, ''),
        get(`${pods}/unscheduled/${subresource}?command=ls`),
        post(`${pods}/unscheduled/${subresource}?command=ls&stdout=true`, ''),
        get(`${pods}/elsewhere/${subresource}?command=ls&container=c`),
        get(`${pods}/several/${subresource}?command=ls`),
        get(`${pods}/several/${subresource}?command=ls&container=x`),
        get(`${pods}/several/${subresource}?container=first`),
        get(`${pods}/unscheduled/${subresource}?tty=x&stdin=0&stdout=false&stderr=`),
        get(`${pods}/unscheduled/${subresource}?ports=x`),
        get(`${pods}/unscheduled/${subresource}?ports=80&ports=70000`),
        post(`${pods}/unscheduled/${subresource}?dryRun=All`, ''),
        { method: 'PUT', path: `${pods}/unscheduled/${subresource}`, body: {} },
        { method: 'PATCH', path: `${pods}/unscheduled/${subresource}`, body: {} },
        { method: 'DELETE', path: `${pods}/unscheduled/${subresource}` },
      ]),
    ),
  ],
};
