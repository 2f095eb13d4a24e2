import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createReach, type Reached } from './reach-server.ts';

const SECRET = 'a'.repeat(43);
const PAGE = '<script src="./assets/index-1.js">';

/** A server, as the page's requests see it, and what it was asked for. */
interface Server {
  readonly asked: string[];
  answer: (url: URL, init?: RequestInit) => Response;
}

/** Creates a page that was served, and asks for its server again. */
async function servedPage(
  host = '127.0.0.1',
): Promise<{ server: Server; reach: () => Promise<Reached>; reloads: () => number }> {
  let reloads = 0;
  const server: Server = { asked: [], answer: ({ pathname }) => text(pathname === '/secret' ? SECRET : PAGE) };
  const reach = createReach({
    address: `http://${host}:7000/#/history`,
    fetch: (url, init) => {
      server.asked.push(`${url.pathname}${url.search.replace(/challenge=.*/, 'challenge')}`);
      return Promise.resolve().then(() => server.answer(url, init));
    },
    assets: ['./assets/index-1.js'],
    reload: () => void (reloads += 1),
  });
  await reach();
  server.asked.length = 0;
  return { server, reach, reloads: () => reloads };
}

const text = (body: string, status = 200): Response => new Response(`${body}\n`, { status });

/** A kb that was started again: without its cookie everything is refused. */
function startedAgain(secret: string, port = 7000): Server['answer'] {
  let entered = false;
  return ({ pathname, searchParams }) => {
    if (searchParams.get('session') === secret) entered = true;
    if (pathname === '/proof') {
      const proven = `kb page on port ${port}: ${searchParams.get('challenge')}`;
      return text(createHmac('sha256', secret).update(proven).digest('base64url'));
    }
    if (!entered) return text('', 401);
    return text(pathname === '/secret' ? secret : PAGE);
  };
}

test('a server with the secret gets it, after its proof', async () => {
  const { server, reach, reloads } = await servedPage();
  server.answer = startedAgain(SECRET);
  expect(await reach()).toBe('open');
  expect(server.asked).toEqual(['/', '/proof?challenge', `/?session=${SECRET}`, '/', '/secret']);
  expect(reloads()).toBe(0);
});

test.each<[string, Server['answer']]>([
  ['another secret', startedAgain('b'.repeat(43))],
  ['the secret for another port', startedAgain(SECRET, 7001)],
  ['no proof', () => text('', 401)],
  ['the challenge itself', ({ searchParams }) => text(searchParams.get('challenge') ?? '', 401)],
])('a server with %s does not get it', async (_, answer) => {
  const { server, reach } = await servedPage();
  server.answer = answer;
  expect(await reach()).toBe('refused');
  expect(server.asked).toEqual(['/', '/proof?challenge']);
});

test('a server under another name of loopback does not get it', async () => {
  const { server, reach } = await servedPage('localhost');
  server.answer = startedAgain(SECRET);
  expect(await reach()).toBe('refused');
  expect(server.asked).toEqual(['/']);
});

test('a cookie that another page got opens it, and the page learns the new secret', async () => {
  const { server, reach } = await servedPage();
  const other = 'b'.repeat(43);
  server.answer = ({ pathname }) => text(pathname === '/secret' ? other : PAGE);
  expect(await reach()).toBe('open');
  server.answer = startedAgain(other);
  expect(await reach()).toBe('open');
});

test('a page of another version is loaded again', async () => {
  const { server, reach, reloads } = await servedPage();
  server.answer = () => text('<script src="./assets/index-2.js">');
  expect(await reach()).toBe('gone');
  expect(reloads()).toBe(1);
});

test('a server that does not answer is gone', async () => {
  const { server, reach } = await servedPage();
  server.answer = () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await reach()).toBe('gone');
  server.answer = () => text('', 503);
  expect(await reach()).toBe('gone');
});
