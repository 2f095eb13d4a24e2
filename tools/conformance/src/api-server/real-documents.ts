import { type Documents, fetchDocuments } from '@kb/apiserver/recorded';
import { type ControlPlaneBinaries, startControlPlane } from '@kb/control-plane';
import { realRequester } from './real-requester.ts';

/** The documents of a live server. */
export async function realDocuments(binaries: ControlPlaneBinaries): Promise<Documents> {
  const plane = await startControlPlane({ binaries, controllers: false });
  try {
    return await fetchDocuments(realRequester(plane));
  } finally {
    await plane.stop();
  }
}
