import path from 'node:path';
import { openProject } from '../open-project.ts';
import type { CommandContext } from '../command-line/command.ts';
import type { Manifest } from '../manifests/manifests.ts';
import { checkedImage, setManagerImage } from './image.ts';
import { renderKustomization } from './render-kustomization.ts';

/** The CustomResourceDefinitions of the current project, rendered from `config/crd`. */
export async function renderProjectCrds(context: CommandContext): Promise<Manifest[]> {
  const { root, project } = openProject(context);
  return renderKustomization(path.join(root, project.paths.config, 'crd'), context.env);
}

/** Everything that the current project deploys, rendered from `config/default`, with this image of the operator. */
export async function renderProject(image: string | undefined, context: CommandContext): Promise<Manifest[]> {
  const { root, project } = openProject(context);
  const manifests = await renderKustomization(path.join(root, project.paths.config, 'default'), context.env);
  return image === undefined ? manifests : setManagerImage(manifests, checkedImage(image));
}
