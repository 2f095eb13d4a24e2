import type { AddOn } from '../plugins/add-ons.ts';
import type { ScaffoldFile } from '../scaffold-file.ts';
import { grafanaFiles } from './grafana/grafana.ts';
import { updateWorkflow } from './workspace/update-workflow.ts';

/** The files that an add-on brings into a project. */
export function addOnFiles(name: AddOn): ScaffoldFile[] {
  return name === 'grafana' ? grafanaFiles() : [updateWorkflow()];
}
