import type { ProjectFile } from '@kb/codegen';

type Options = Readonly<Record<string, unknown>>;

/** The options of a plugin in PROJECT, where kubebuilder has them too; undefined if the project does not have it. */
export function pluginOptions(project: Pick<ProjectFile, 'other'>, plugin: string): Options | undefined {
  const plugins = asRecord(project.other?.['plugins']);
  return Object.hasOwn(plugins, plugin) ? asRecord(plugins[plugin]) : undefined;
}

/** The project with a plugin. Keeps what else is there. */
export function withPlugin(project: ProjectFile, plugin: string, options: Options): ProjectFile {
  const plugins = asRecord(project.other?.['plugins']);
  return { ...project, other: { ...project.other, plugins: { ...plugins, [plugin]: options } } };
}

/** The value, if it is a map; otherwise an empty one. */
export function asRecord(value: unknown): Options {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
