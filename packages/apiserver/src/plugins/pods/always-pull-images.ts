import { isJsonObject } from '@kb/apimachinery/codec';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import { objectsIn, own } from '../../objects/api-object.ts';

const lists = ['initContainers', 'containers', 'ephemeralContainers'];

/** AlwaysPullImages: Pods pull their images at every start, so that only those who may pull an image can use it. */
export const alwaysPullImages: AdmissionPlugin = {
  name: 'AlwaysPullImages',
  resources: ['pods'],
  mutate: (write) => {
    if (!hasNewImage(write)) return;
    const { spec } = write.object;
    for (const list of lists) for (const container of objectsIn(own(spec, list))) container.imagePullPolicy = 'Always';
    for (const { image } of objectsIn(own(spec, 'volumes'))) if (isJsonObject(image)) image.pullPolicy = 'Always';
  },
};

/** Whether a Pod is new, or has an image that it did not have. */
function hasNewImage({ operation, object, old }: WriteAttributes): boolean {
  if (operation !== 'UPDATE') return true;
  const imagesOf = (spec: unknown): unknown[] =>
    lists.flatMap((list) => objectsIn(own(spec, list)).map(({ image }) => image));
  const before = new Set(imagesOf(old?.spec));
  return imagesOf(object.spec).some((image) => !before.has(image));
}
