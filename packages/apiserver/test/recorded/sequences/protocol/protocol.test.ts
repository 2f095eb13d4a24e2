import { testAreas } from '../../test-areas.ts';
import { protocolAreas } from './index.ts';

testAreas(protocolAreas);
