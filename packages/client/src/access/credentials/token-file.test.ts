import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { memoryFiles } from '../../test-support/memory-files.ts';
import { createReloadingFile } from '../files/reloading-file.ts';
import { createCredentials } from './create-credentials.ts';
import { tokenFileIdentity } from './token-file.ts';

function setUp() {
  const clock = createVirtualClock();
  const files = memoryFiles({ '/token': 'one\n' });
  const credentials = createCredentials(tokenFileIdentity(createReloadingFile('/token', files.readFile, clock)), {
    'impersonate-user': 'you',
  });
  return { clock, files, credentials };
}

describe('a token file', () => {
  test('is read once a minute, once for all callers', async () => {
    const { clock, files, credentials } = setUp();
    const [first, second] = await Promise.all([credentials.current(), credentials.current()]);
    expect(first).toEqual({ headers: { authorization: 'Bearer one', 'impersonate-user': 'you' } });
    expect(second).toBe(first);
    files.write('/token', 'two');
    await clock.advance(59_999);
    expect(await credentials.current()).toBe(first);
    expect(files.reads('/token')).toBe(1);
    await clock.advance(1);
    expect((await credentials.current()).headers).toMatchObject({ authorization: 'Bearer two' });
    expect(files.reads('/token')).toBe(2);
  });

  test('keeps its last token while it cannot be read', async () => {
    const { clock, files, credentials } = setUp();
    const first = await credentials.current();
    files.write('/token', undefined);
    await clock.advance(60_000);
    expect(await credentials.current()).toBe(first);
  });

  test('is read at once when the server rejected its token', async () => {
    const { files, credentials } = setUp();
    const first = await credentials.current();
    expect(await credentials.reject(first)).toBe(false);
    files.write('/token', 'two');
    expect(await credentials.reject(first)).toBe(true);
    expect((await credentials.current()).headers).toMatchObject({ authorization: 'Bearer two' });
    expect(await credentials.reject(first)).toBe(true);
  });
});
