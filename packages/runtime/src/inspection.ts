// What an operator under inspection publishes about itself: the records, and the name of their channel.
export * from './inspection/inspected-values.ts';
export * from './inspection/reconcile-records.ts';
export * from './inspection/records.ts';
