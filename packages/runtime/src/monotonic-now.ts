export { monotonicNow } from '@kb/apimachinery';
