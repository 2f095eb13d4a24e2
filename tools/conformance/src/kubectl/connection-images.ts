import { createServer } from 'node:http';
import { socketOver } from '@kb/apimachinery/server';
import type { ImageBehaviors } from '@kb/simulation';

/** What stands in for the containers of the sessions about connections. Programs run in the folder. */
export function connectionImages(folder: string): ImageBehaviors {
  const local = (name: string): { readonly run: readonly string[]; readonly directory: string } => ({
    run: [name],
    directory: folder,
  });
  const web = createServer((incoming, outgoing) => {
    if (incoming.url === '/page') {
      outgoing.setHeader('Content-Type', 'text/html');
      outgoing.end('<a href="/other">other</a>\n');
    } else if (incoming.url === '/moved') outgoing.writeHead(302, { Location: '/elsewhere' }).end();
    else {
      outgoing.setHeader('Content-Type', 'text/plain');
      outgoing.write(`${incoming.method} ${incoming.url} `);
      incoming.pipe(outgoing);
    }
  });
  return {
    'example.com/tools:*': {
      logs: ['first', 'second', { text: 'careful', stream: 'stderr' }],
      follow: async function* (_context, signal) {
        yield 'third';
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
      exec: {
        greet: { output: 'hello\n', errors: 'and good day\n' },
        fail: { errors: 'no\n', exitCode: 3 },
        ...Object.fromEntries(['echo', 'cat', 'tar', 'test', 'sh', 'rm'].map((name) => [name, local(name)])),
      },
      attach: async ({ stdin, stdout }) => {
        for await (const bytes of stdin) await stdout(bytes);
      },
      ports: { 8080: (connection) => void web.emit('connection', socketOver(connection)) },
    },
  };
}
