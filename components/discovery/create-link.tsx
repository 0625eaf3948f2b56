import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { CreateAnchor, type CreateLinkProps } from './create-anchor.tsx';

/** To the create form of a kind. Where that is made is looked up here, on the server of public pages: their browsers need no facts of all kinds. */
export function CreateLink(link: CreateLinkProps) {
  return <CreateAnchor {...link} page={KIND_FACTS[link.kind].page} />;
}
