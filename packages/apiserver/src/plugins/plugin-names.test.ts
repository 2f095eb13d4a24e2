import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { implementedPlugins } from './admission-plugins.ts';
import { AdmissionPluginsError, admissionPluginNames, enabledPluginNames, offByDefault } from './plugin-names.ts';

test('plugins are enabled and disabled by name, and run in one order', () => {
  const byDefault = admissionPluginNames.filter((name) => !offByDefault.has(name));
  expect(enabledPluginNames({})).toEqual(byDefault);
  expect(enabledPluginNames({ disable: ['PodSecurity', 'AlwaysDeny'] })).toEqual(
    byDefault.filter((name) => name !== 'PodSecurity'),
  );
  const more = enabledPluginNames({ enable: ['AlwaysDeny', 'AlwaysAdmit', 'Priority'] });
  expect(more).toEqual(['AlwaysAdmit', ...byDefault, 'AlwaysDeny']);
});

test.each([
  [{ enable: ['Foo'] }, 'enable-admission-plugins plugin "Foo" is unknown'],
  [
    { enable: ['Foo'], disable: ['Bar'] },
    '[enable-admission-plugins plugin "Foo" is unknown, disable-admission-plugins plugin "Bar" is unknown]',
  ],
  [
    { enable: ['PodSecurity', 'AlwaysDeny'], disable: ['AlwaysDeny', 'PodSecurity'] },
    '[AlwaysDeny PodSecurity] in enable-admission-plugins and disable-admission-plugins overlapped',
  ],
  [{ enable: ['ImagePolicyWebhook'] }, 'couldn\'t init admission plugin "ImagePolicyWebhook": it has no configuration'],
])('%j is refused in the words of kube-apiserver', (selection, message) => {
  expect(() => enabledPluginNames(selection)).toThrow(new AdmissionPluginsError(message));
});

test('the documentation lists every plugin, in order, with its default and whether it acts', () => {
  const text = readFileSync(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('### Admission plugins of the embedded API server');
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (on|off) +\| (.+?) +\|$/gm)].map(([, name, isOn, here = '']) => [
    name,
    isOn,
    here.startsWith('no effect'),
  ]);
  expect(rows).toEqual(
    admissionPluginNames.map((name) => [name, offByDefault.has(name) ? 'off' : 'on', !implementedPlugins.has(name)]),
  );
});
