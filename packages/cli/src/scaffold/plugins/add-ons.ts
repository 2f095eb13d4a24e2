import type { ProjectFile } from '@kb/codegen';
import { pluginOptions, withPlugin } from './plugin-record.ts';

/** What a project can have beside the operator, and kubebuilder's plugin of the same purpose. */
const plugins = {
  grafana: 'grafana.kubebuilder.io/v1-alpha',
  autoupdate: 'autoupdate.kubebuilder.io/v1-alpha',
} as const;

/** Files that a project can have beside the operator: dashboards for Grafana, or a workflow that updates kb. */
export type AddOn = keyof typeof plugins;

/** Whether a plugin is an add-on. */
export function isAddOn(plugin: string): plugin is AddOn {
  return Object.hasOwn(plugins, plugin);
}

/** The add-ons of a project, as PROJECT says. */
export function addOnsOf(project: Pick<ProjectFile, 'other'>): AddOn[] {
  return Object.keys(plugins)
    .filter(isAddOn)
    .filter((name) => pluginOptions(project, plugins[name]) !== undefined);
}

/** The project with an add-on. Keeps what else is there. */
export function withAddOn(project: ProjectFile, name: AddOn): ProjectFile {
  const plugin = plugins[name];
  return withPlugin(project, plugin, pluginOptions(project, plugin) ?? {});
}
