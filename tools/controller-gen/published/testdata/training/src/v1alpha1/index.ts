// +groupName=trainer.kubeflow.org

export type * from './trainingruntime.types.ts';
export type * from './trainjob.types.ts';
