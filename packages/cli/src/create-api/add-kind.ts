import {
  controllersOfResource,
  type GeneratedFile,
  type ProjectFile,
  type ProjectResource,
  type SourceReader,
} from '@kb/codegen';
import { isInstalled } from '../how-to-run.ts';
import { openProject } from '../open-project.ts';
import { removeLeftOvers } from '../project-lock/remove-left-overs.ts';
import { deployImageOf, refuseOtherImage, withDeployImage } from '../scaffold/plugins/deploy-image-record.ts';
import { kindNames } from '../scaffold/kind-names.ts';
import { editLists } from '../scaffold/lists/edit-lists.ts';
import { ignoreLists, indexList } from '../scaffold/lists/line-lists.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { sourceHeader, withHeaders } from '../scaffold/license/source-headers.ts';
import { changeOf, overlayReader, scaffoldChanges } from '../scaffold/plan-scaffold.ts';
import type { ScaffoldFile } from '../scaffold/scaffold-file.ts';
import type { DeployImage } from '../scaffold/templates/deploy-image/deploy-image.ts';
import { kindFiles } from '../scaffold/templates/kind.ts';
import { registryEdits } from '../scaffold/templates/registries.ts';
import { refuseReplacing } from '../scaffold/write/refuse-replacing.ts';
import { type ScaffoldRun, writeScaffold } from '../scaffold/write/write-scaffold.ts';
import { type KindValues, newResource, storageVersionEdits } from './new-resource.ts';

/** How `kb create api` writes a kind. */
export interface KindWriting {
  readonly deployImage: DeployImage | undefined;
  /** Write its files as if they were new. */
  readonly force: boolean;
  /** Also if they were edited. */
  readonly yes: boolean;
}

/** Adds a kind to the current project; a repeated command changes nothing. Resolves with the exit code. */
export async function addKind(values: KindValues, writing: KindWriting, run: ScaffoldRun): Promise<number> {
  const { dryRun, context } = run;
  const { disk, terminal } = context;
  const { root, project, reader } = openProject(context);
  if (!dryRun) removeLeftOvers(root, project.paths, disk);
  const { resource, isThere, versions } = newResource(project, values);
  if (isThere) refuseOtherImage(project, resource, writing.deployImage);
  if (isThere && !writing.force) {
    terminal.print('Nothing to change.');
    return 0;
  }
  const names = kindNames(resource);
  const deployImage = isThere ? deployImageOf(project, resource) : writing.deployImage;
  const next = isThere ? project : withDeployImage(withKind(project, resource), resource, deployImage);
  const change = { before: project, after: next };
  const wanted = kindFiles(next, names, {
    namespaced: resource.api?.namespaced === true,
    controller: controllersOfResource(resource).length > 0,
    deployImage,
  });
  const added = writing.force ? forced(root, wanted, reader) : scaffoldChanges(root, wanted, reader);
  if (writing.force && !writing.yes && !dryRun)
    refuseReplacing(root, withHeaders(added, sourceHeader(next, reader), reader), reader);
  const registries = registryEdits(change, overlayReader(reader, added));
  const files = [
    ...added,
    ...(await editLists(
      [...registries, indexList(next, names), ...storageVersionEdits(next, versions, reader), ...ignoreLists(reader)],
      reader,
    )),
    ...projectFileEdits(change, reader),
  ];
  const changes = files.some((file) => changeOf(file, reader) !== undefined);
  if (!(await writeScaffold({ root, project: next, reader, files }, run))) return 1;
  if (!dryRun && changes) {
    const install = isInstalled(root) ? '' : 'npm install, then ';
    terminal.print(
      `Next: ${install}edit ${project.paths.api[0]}/src/${names.folder}/${names.lower}.types.ts, and npx kb generate`,
    );
  }
  return 0;
}

function withKind(project: ProjectFile, resource: ProjectResource): ProjectFile {
  const path = `@${project.projectName}/api/${kindNames(resource).folder}`;
  return { ...project, resources: [...project.resources, { ...resource, path }] };
}

/** Every file of a scaffold as if it were new, but those that several kinds share. */
function forced(root: string, wanted: readonly ScaffoldFile[], reader: SourceReader): GeneratedFile[] {
  const own = wanted.map((file): ScaffoldFile => {
    const { path, content, whenThere } = file;
    return whenThere === 'keep' ? file : { path, content, whenThere: () => content };
  });
  return scaffoldChanges(root, own, reader);
}
