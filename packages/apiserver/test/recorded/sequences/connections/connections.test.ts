import { testAreas } from '../../test-areas.ts';
import { connectionAreas } from './index.ts';

testAreas(connectionAreas);
