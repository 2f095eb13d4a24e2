import { testAreas } from '../../test-areas.ts';
import { mistakeAreas } from './index.ts';

testAreas(mistakeAreas);
