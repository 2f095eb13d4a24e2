import { bool, raw, string, valueMarker } from '../define/define-marker.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';

const RUNTIME_OBJECT = 'k8s.io/apimachinery/pkg/runtime.Object';

/**
 * Markers of the generator of Go's DeepCopy methods. kb accepts them so that comments can be copied from Go unchanged.
 */
export const goMarkers: readonly MarkerDefinition[] = [
  valueMarker(
    {
      name: 'kubebuilder:object:generate',
      targets: ['folder', 'type'],
      summary: 'Generates DeepCopy methods in Go. Has no effect in TypeScript, where values are copied without them.',
      example: '+kubebuilder:object:generate=true',
    },
    bool,
    () => ({ on: 'nothing' }),
  ),
  valueMarker(
    {
      name: 'k8s:deepcopy-gen',
      targets: ['folder', 'type'],
      summary: 'The older form of kubebuilder:object:generate. Has no effect in TypeScript.',
      example: '+k8s:deepcopy-gen=package,register',
    },
    raw,
    () => ({ on: 'nothing' }),
  ),
  valueMarker(
    {
      name: 'k8s:deepcopy-gen:interfaces',
      targets: ['type'],
      summary: `The older form of kubebuilder:object:root=true, with ${RUNTIME_OBJECT}. Has no effect with other interfaces.`,
      example: `+k8s:deepcopy-gen:interfaces=${RUNTIME_OBJECT}`,
      decides: { on: 'root', as: (values) => (values.get('') === RUNTIME_OBJECT ? 'true' : undefined) },
    },
    string,
    (name) => (name === RUNTIME_OBJECT ? { on: 'root', root: true } : { on: 'nothing' }),
  ),
];
