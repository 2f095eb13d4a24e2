import { expect, test } from 'vitest';
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
])('%j is refused in the words of kube-apiserver', (selection, message) => {
  expect(() => enabledPluginNames(selection)).toThrow(new AdmissionPluginsError(message));
});
