import { CliError } from '../../cli-error.ts';
import type { AddOn } from './add-ons.ts';

/** A plugin of kubebuilder that kb has: an add-on, the Helm chart, or the operator of an image. */
export type Plugin = AddOn | 'helm' | 'deploy-image';

/** A command of kb with the flag `--plugins`. */
type PluginCommand = 'init' | 'create api' | 'edit';

/** A plugin of kubebuilder, for one command of kb. */
interface KnownPlugin {
  /** Undefined: it has no effect, because every project of kb has what it brings. */
  readonly plugin?: Plugin;
  /** Why kb refuses it, and its way. */
  readonly instead?: string;
}

const addOns: Readonly<Record<string, KnownPlugin>> = {
  'grafana/v1-alpha': { plugin: 'grafana' },
  'autoupdate/v1-alpha': { plugin: 'autoupdate' },
};

const commands: Readonly<Record<PluginCommand, Readonly<Record<string, KnownPlugin>>>> = {
  init: {
    'go/v4': {},
    ...addOns,
    'helm/v2-alpha': { instead: 'Run "kb edit --plugins helm/v2-alpha" when the project has a kind.' },
    'kustomize/v2': { instead: 'A project of kb always has its packages: leave --plugins out.' },
  },
  'create api': {
    'go/v4': {},
    'deploy-image/v1-alpha': { plugin: 'deploy-image' },
  },
  edit: {
    'go/v4': {},
    ...addOns,
    'helm/v2-alpha': { plugin: 'helm' },
    'helm/v1-alpha': { instead: 'Use helm/v2-alpha, which replaced it.' },
    'deploy-image/v1-alpha': { instead: 'Run "kb create api --image IMAGE".' },
  },
};

/**
 * Reads the value of `--plugins`: a list of kubebuilder's plugins, by their short or full names. Throws a CliError for
 * one that kb lacks.
 */
export function readPlugins(command: PluginCommand, text: string): Plugin[] {
  const plugins = text.split(',').flatMap((name) => readPlugin(command, name.trim()) ?? []);
  return [...new Set(plugins)];
}

function readPlugin(command: PluginCommand, name: string): Plugin | undefined {
  const known = commands[command];
  const short = name.replace(/(?:\.common|\.go)?\.kubebuilder\.io\//, '/');
  const found = Object.hasOwn(known, short) ? known[short] : undefined;
  if (found !== undefined && found.instead === undefined) return found.plugin;
  const names = Object.entries(known).flatMap(([key, { plugin }]) => (plugin === undefined ? [] : [key]));
  throw new CliError('KB_WRONG_FLAGS', `--plugins: kb has no plugin ${JSON.stringify(name)} for ${command}`, {
    hint: found?.instead ?? `kb has ${names.join(', ')}; "kb edit --with PART" adds parts to what is deployed.`,
    exitCode: 2,
  });
}
