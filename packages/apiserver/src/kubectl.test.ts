import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiServer } from './server/api-server.ts';
import type { ListeningApiServer } from './server/listening-server.ts';
import { createKubectl, hasKubectl, type Kubectl, type Said } from './test-support/kubectl.ts';
import { systemClock } from './test-support/system-clock.ts';
import { configMap, deployment, widget, widgetDefinition } from './test-support/wire.ts';

if (!hasKubectl) console.warn('SKIPPED: kubectl is not on this machine: nothing was tested with it');

describe.skipIf(!hasKubectl)('kubectl', () => {
  let kubectl: Kubectl;
  let server: ListeningApiServer;
  const bugs: unknown[] = [];

  beforeAll(async () => {
    const api = createApiServer({ clock: systemClock, onBug: (error) => bugs.push(error) });
    server = await api.listen();
    kubectl = createKubectl(server.kubeconfig());
    await done(kubectl.run('create -f -', widgetDefinition()));
    await done(kubectl.run('wait --for=condition=Established crd/widgets.lab.example.com'));
  });

  afterAll(async () => {
    kubectl?.dispose();
    await server?.close();
    if (bugs.length > 0) throw bugs[0];
  });

  /** The output of a command that must succeed. */
  async function done(command: Promise<Said>): Promise<string> {
    const { code, out, err } = await command;
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
    return out.trim();
  }

  test('discovers', async () => {
    expect(await done(kubectl.run('version'))).toMatch(/Server Version: v1\.36\.\d+-kb/);
    expect(await done(kubectl.run('api-versions'))).toContain('lab.example.com/v1');
    expect(await done(kubectl.run('api-resources --api-group=lab.example.com --no-headers'))).toMatch(
      /^widgets +wd +lab\.example\.com\/v1 +true +Widget$/,
    );
  });

  test('creates and gets in every form', async () => {
    await done(kubectl.run('create -f -', configMap('forms')));
    expect(await done(kubectl.run('get configmap forms --no-headers'))).toMatch(/^forms +1 +\d+s$/);
    expect(await done(kubectl.run('get configmap forms -o yaml'))).toContain('data:\n  a: "1"');
    expect(JSON.parse(await done(kubectl.run('get configmap forms -o json')))).toMatchObject({
      kind: 'ConfigMap',
      data: { a: '1' },
    });
    expect(await done(kubectl.run('get cm -o name'))).toContain('configmap/forms');
    expect(await done(kubectl.run('get cm forms -o jsonpath={.data.a}'))).toBe('1');
    expect(await done(kubectl.run('get cm forms -o custom-columns=N:.metadata.name --no-headers'))).toBe('forms');
    await done(kubectl.run('apply -f -', widget('forms')));
    expect(await done(kubectl.run('get wd forms --no-headers'))).toBe('forms   red');
    expect((await kubectl.run('get cm none')).err).toContain(
      'Error from server (NotFound): configmaps "none" not found',
    );
  });

  test('applies on the client side, shows no difference, and moves to server-side apply', async () => {
    expect(await done(kubectl.run('apply -f -', deployment('app')))).toBe('deployment.apps/app created');
    expect(await done(kubectl.run('apply -f -', deployment('app')))).toBe('deployment.apps/app unchanged');
    expect(await done(kubectl.run('apply -f -', deployment('app', { replicas: 2 })))).toBe(
      'deployment.apps/app configured',
    );
    expect((await kubectl.run('diff -f -', deployment('app', { replicas: 2 }))).out).toBe('');
    const different = await kubectl.run('diff -f -', deployment('app', { replicas: 3 }));
    expect([different.code, different.out]).toEqual([1, expect.stringMatching(/-  replicas: 2\n\+  replicas: 3/)]);
    expect(await done(kubectl.run('apply --server-side -f -', deployment('app', { replicas: 3 })))).toBe(
      'deployment.apps/app serverside-applied',
    );
    const conflict = await kubectl.run(
      'apply --server-side --field-manager=other -f -',
      deployment('app', { replicas: 4 }),
    );
    expect(conflict.err).toContain('conflict with "kubectl": .spec.replicas');
    await done(
      kubectl.run(
        'apply --server-side --field-manager=other --force-conflicts -f -',
        deployment('app', { replicas: 4 }),
      ),
    );
    expect(await done(kubectl.run('get deploy app -o jsonpath={.spec.replicas}'))).toBe('4');
    expect(await done(kubectl.run('apply -f -', widget('app', { color: 'green' })))).toBe(
      'widget.lab.example.com/app created',
    );
    expect(await done(kubectl.run('apply -f -', widget('app', { color: 'red' })))).toBe(
      'widget.lab.example.com/app configured',
    );
  });

  test('refuses what the server refuses, before anything is stored', async () => {
    const strict = await kubectl.run('apply -f -', deployment('typo', { replica: 1 }));
    expect(strict.err).toContain('strict decoding error: unknown field "spec.replica"');
    const invalid = await kubectl.run('apply -f -', widget('typo', { color: 'pink' }));
    expect(invalid.err).toContain('spec.color: Unsupported value: "pink": supported values: "red", "green"');
    expect((await kubectl.run('get widget,deployment typo')).code).toBe(1);
  });

  test('patches in every way, labels and annotates', async () => {
    await done(kubectl.run('create -f -', deployment('patched')));
    await done(
      kubectl.run(
        `patch deploy patched -p '{"spec":{"template":{"spec":{"containers":[{"name":"two","image":"i"}]}}}}'`,
      ),
    );
    await done(kubectl.run(`patch deploy patched --type=merge -p '{"spec":{"replicas":2}}'`));
    await done(kubectl.run(`patch deploy patched --type=json -p '[{"op":"add","path":"/spec/paused","value":true}]'`));
    await done(kubectl.run('label deploy patched tier=web'));
    await done(kubectl.run('annotate deploy patched note=x'));
    await done(kubectl.run('set image deploy/patched c=i:2'));
    const object = JSON.parse(await done(kubectl.run('get deploy -l tier=web -o json'))).items[0];
    expect(object).toMatchObject({ metadata: { annotations: { note: 'x' } }, spec: { replicas: 2, paused: true } });
    const images = object.spec.template.spec.containers.map(
      ({ name, image }: Record<string, string>) => `${name}=${image}`,
    );
    expect(images.sort()).toEqual(['c=i:2', 'two=i']);
  });

  test('scales, describes, and waits', async () => {
    await done(kubectl.run('create -f -', deployment('scaled')));
    await done(kubectl.run('create -f -', widget('scaled')));
    await done(kubectl.run('scale deploy/scaled --replicas=3'));
    await done(kubectl.run('scale widget/scaled --replicas=3'));
    expect(await done(kubectl.run('get deploy/scaled widget/scaled -o jsonpath={.items[*].spec.replicas}'))).toBe(
      '3 3',
    );
    expect(await done(kubectl.run('describe deploy scaled'))).toContain('3 desired');
    expect(await done(kubectl.run('describe widget scaled'))).toContain('Replicas:  3');
    expect(await done(kubectl.run('wait --for=jsonpath={.spec.replicas}=3 deploy/scaled'))).toContain('condition met');
    expect(await done(kubectl.run('explain widget.spec.color'))).toContain('FIELD: color <string>');
    expect(await done(kubectl.run('explain deployment.spec.replicas'))).toContain('FIELD: replicas <integer>');
  });

  test('watches', async () => {
    const watching = kubectl.start('get cm -w --no-headers --field-selector metadata.name=watched');
    try {
      await done(kubectl.run('create -f -', configMap('watched')));
      await expect.poll(() => watching.said()).toMatch(/^watched +1 /m);
      await done(kubectl.run(`patch cm watched --type=merge -p '{"data":{"b":"2"}}'`));
      await expect.poll(() => watching.said()).toMatch(/^watched +2 /m);
    } finally {
      await watching.stop();
    }
  });

  test('shows events', async () => {
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e.1', namespace: 'default' },
      involvedObject: { apiVersion: 'lab.example.com/v1', kind: 'Widget', name: 'forms', namespace: 'default' },
      reason: 'Painted',
      message: 'it is red now',
      type: 'Normal',
      lastTimestamp: '2026-01-01T00:00:00Z',
      firstTimestamp: '2026-01-01T00:00:00Z',
    };
    await done(kubectl.run('create -f -', event));
    expect(await done(kubectl.run('get events --no-headers'))).toMatch(
      /Normal +Painted +widget\/forms +it is red now$/,
    );
    expect(await done(kubectl.run('events --for widget/forms'))).toContain('it is red now');
  });

  test('deletes, with every cascade', async () => {
    for (const name of ['one', 'two', 'three']) await done(kubectl.run('create -f -', deployment(name)));
    expect(await done(kubectl.run('delete deploy one'))).toBe('deployment.apps "one" deleted');
    await done(kubectl.run('delete deploy two --cascade=foreground --wait=false'));
    await done(kubectl.run('delete deploy three --cascade=orphan --wait=false'));
    expect(await done(kubectl.run('get deploy two three -o jsonpath={.items[*].metadata.finalizers}'))).toBe(
      '["foregroundDeletion"] ["orphan"]',
    );
    await done(kubectl.run('delete deploy --all --cascade=background'));
    expect((await kubectl.run('get deploy')).err).toContain('No resources found');
    await done(kubectl.run('create -f -', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } }));
    await done(kubectl.run('delete ns gone --wait=false'));
    expect(await done(kubectl.run('get ns gone --no-headers'))).toMatch(/^gone +Terminating/);
  });
});
