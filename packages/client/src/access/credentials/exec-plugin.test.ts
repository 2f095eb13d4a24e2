import { inspect } from 'node:util';
import { createVirtualClock, formatTime, type VirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import type { ProgramOptions, ProgramResult } from '../../surroundings/run-program.ts';
import { execPluginIdentity, type ExecPluginOptions } from './exec-plugin.ts';
import type { IdentitySource } from './identity.ts';

const apiVersion = 'client.authentication.k8s.io/v1';

interface Plugin {
  readonly source: IdentitySource;
  readonly clock: VirtualClock;
  readonly runs: { readonly command: string; readonly args: readonly string[]; readonly options: ProgramOptions }[];
}

/** A plugin whose runs have these results; the last one repeats. A function is called for each run. */
function plugin(
  result: (run: number, clock: VirtualClock) => Partial<ProgramResult> | Promise<never>,
  options: Partial<ExecPluginOptions> = {},
): Plugin {
  const clock = createVirtualClock();
  const runs: Plugin['runs'] = [];
  const source = execPluginIdentity({
    exec: { apiVersion, command: 'get-token', args: ['--for', 'a'], env: [{ name: 'MODE', value: 'x' }] },
    user: 'me',
    cluster: { server: 'https://a.test' },
    env: { PATH: '/bin', MODE: 'y' },
    clock,
    interactive: false,
    runProgram: async (command, args, programOptions) => {
      runs.push({ command, args, options: programOptions });
      return { code: 0, stdout: '', stderr: '', ...(await result(runs.length, clock)) };
    },
    ...options,
  });
  return { source, clock, runs };
}

const credential = (status: object): { stdout: string } => ({
  stdout: JSON.stringify({ apiVersion, kind: 'ExecCredential', status }),
});

describe('execPluginIdentity', () => {
  test('runs the program once for all callers, and caches the credential', async () => {
    const { source, runs } = plugin((run) => credential({ token: `t${run}` }));
    const [one, two] = await Promise.all([source.current(), source.current()]);
    expect(one).toEqual({ authorization: 'Bearer t1' });
    expect(two).toBe(one);
    expect(await source.current()).toBe(one);
    expect(runs).toEqual([
      {
        command: 'get-token',
        args: ['--for', 'a'],
        options: {
          env: {
            PATH: '/bin',
            MODE: 'x',
            KUBERNETES_EXEC_INFO: JSON.stringify({ apiVersion, kind: 'ExecCredential', spec: { interactive: false } }),
          },
          interactive: false,
        },
      },
    ]);
  });

  test('passes cluster and terminal information to a program that asks for it', async () => {
    const exec = { apiVersion, command: 'x', provideClusterInfo: true, interactiveMode: 'IfAvailable' } as const;
    const { source, runs } = plugin(() => credential({ token: 't' }), { exec, interactive: true });
    await source.current();
    expect(JSON.parse(runs[0]?.options.env['KUBERNETES_EXEC_INFO'] ?? '')).toEqual({
      apiVersion,
      kind: 'ExecCredential',
      spec: { interactive: true, cluster: { server: 'https://a.test' } },
    });
    expect(runs[0]?.options.interactive).toBe(true);
  });

  test('returns client certificates', async () => {
    const { source } = plugin(() => credential({ clientCertificateData: 'C', clientKeyData: 'K' }));
    expect(await source.current()).toEqual({ certificate: 'C', key: 'K' });
  });

  test.each([
    ['an hour', 3_600_000, 3_540_000],
    ['a minute', 60_000, 54_000],
  ])('runs it again shortly before %s expires', async (_what, life, renewal) => {
    const { source, clock, runs } = plugin((run, virtual) =>
      credential({ token: `t${run}`, expirationTimestamp: formatTime(virtual.now() + life) }),
    );
    await source.current();
    await clock.advance(renewal - 1);
    expect(await source.current()).toEqual({ authorization: 'Bearer t1' });
    await clock.advance(1);
    expect(await source.current()).toEqual({ authorization: 'Bearer t2' });
    expect(runs).toHaveLength(2);
  });

  test('runs it again earlier for a caller that needs longer validity, but not in the first half of the lifetime', async () => {
    const { source, clock, runs } = plugin((run, virtual) =>
      credential({ token: `t${run}`, expirationTimestamp: formatTime(virtual.now() + 3_600_000) }),
    );
    await source.current();
    // Two minutes before the usual renewal.
    await clock.advance(3_420_000 - 1);
    expect(await source.current(120_000)).toEqual({ authorization: 'Bearer t1' });
    await clock.advance(1);
    expect(await source.current(120_000)).toEqual({ authorization: 'Bearer t2' });
    expect(await source.current(10_000_000)).toEqual({ authorization: 'Bearer t2' });
    expect(runs).toHaveLength(2);
  });

  test('returns the credential that is still valid while an early renewal fails', async () => {
    const { source, clock, runs } = plugin((run, virtual) =>
      run === 1 ? credential({ token: 't1', expirationTimestamp: formatTime(virtual.now() + 3_600_000) }) : { code: 1 },
    );
    await source.current();
    await clock.advance(3_500_000);
    expect(await source.current(120_000)).toEqual({ authorization: 'Bearer t1' });
    expect(runs).toHaveLength(2);
  });

  test('runs it again when the server rejects the credential; only once if it was just issued', async () => {
    const { source, clock, runs } = plugin((run) => credential({ token: `t${run}` }));
    // A plugin may return a stale cached credential: the next one may be valid.
    expect(await source.renew(await source.current())).toBe(true);
    const second = await source.current();
    expect(second).toEqual({ authorization: 'Bearer t2' });
    expect([await source.renew(second), await source.current()]).toEqual([false, second]);
    await clock.advance(10_000);
    expect(await source.renew(second)).toBe(true);
    const third = await source.current();
    await clock.advance(9_999);
    // Accepted for a while, then a new one is rejected at once: one more renewal.
    expect(await source.renew(third)).toBe(true);
    expect(await source.renew(await source.current())).toBe(false);
    expect(runs).toHaveLength(4);
  });

  test('runs it once for all rejected requests', async () => {
    const { source, clock, runs } = plugin((run) => credential({ token: `t${run}` }));
    const first = await source.current();
    await clock.advance(10_000);
    expect([await source.renew(first), await source.renew(first)]).toEqual([true, true]);
    expect(await source.current()).toEqual({ authorization: 'Bearer t2' });
    expect(await source.renew(first)).toBe(true);
    expect(runs).toHaveLength(2);
  });

  test('tries again after a failure', async () => {
    const { source } = plugin((run) => (run === 1 ? { code: 1 } : credential({ token: 't' })));
    await expect(source.current()).rejects.toMatchObject({ code: 'KB_EXEC_PLUGIN_FAILED' });
    expect(await source.current()).toEqual({ authorization: 'Bearer t' });
  });

  test.each([
    ['fails', () => ({ code: 3, stderr: 'log in first\n' }), 'it ended with exit code 3: log in first'],
    ['is killed', () => ({ code: null }), 'it ended with a signal'],
    [
      'is not there',
      () => Promise.reject(Object.assign(new Error('spawn'), { code: 'ENOENT' })),
      'there is no such program\ninstall it',
    ],
    ['writes no JSON', () => ({ stdout: 'secret-token' }), 'it wrote no JSON'],
    ['writes something else', () => ({ stdout: '{"kind":"Pod"}' }), 'it wrote no ExecCredential'],
    [
      'writes another version',
      () => ({ stdout: '{"kind":"ExecCredential","apiVersion":"v2"}' }),
      'another version than client.authentication.k8s.io/v1',
    ],
    ['writes no status', () => ({ stdout: JSON.stringify({ kind: 'ExecCredential', apiVersion }) }), 'has no status'],
    ['gives nothing', () => credential({}), 'neither a token nor a client certificate'],
    ['gives half', () => credential({ clientKeyData: 'secret-key' }), 'one of clientCertificateData and clientKeyData'],
    ['gives a number', () => credential({ token: 5 }), 'token of its ExecCredential is not a string'],
    [
      'gives no time',
      () => credential({ token: 'secret-token', expirationTimestamp: 'soon' }),
      'is not an RFC 3339 time',
    ],
  ])('reports when it %s, without secrets', async (_what, result, message) => {
    const exec = { apiVersion, command: 'get-token', installHint: 'install it' };
    const { source } = plugin(result, { exec });
    const error: unknown = await source.current().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'CredentialError', code: 'KB_EXEC_PLUGIN_FAILED' });
    expect(String(error)).toContain('the credential plugin "get-token" of user "me" returned no credential: ');
    expect(String(error)).toContain(message);
    expect(inspect(error, { depth: 10 })).not.toMatch(/secret-/);
  });

  test('reports that it needs a terminal when there is none', async () => {
    const { source, runs } = plugin(() => credential({ token: 't' }), {
      exec: { apiVersion, command: 'x', interactiveMode: 'Always' },
    });
    await expect(source.current()).rejects.toThrow('it wants to ask at a terminal, and there is none');
    expect(runs).toEqual([]);
  });
});
