import { placeText } from '../../../site/notion/text/mentioned-object.ts'
import { placeOf } from '../../../site/notion/text/place-and-verification.ts'
import { RichText } from '../text/RichText.tsx'
import { SafeLink } from '../text/SafeLink.tsx'
import type { ValueProps } from './property-schema.ts'
import { useMessages } from '../../messages.ts'

/** The name and address of a place, with a link to a map. */
export function PlaceValue({ value }: ValueProps) {
  const messages = useMessages()
  const place = placeOf(value)
  if (!place) return <RichText value={value} />
  const text = placeText(place)
  return (
    <>
      {text} <SafeLink href={mapAddress(place.position, text)}>{messages.map}</SafeLink>
    </>
  )
}

function mapAddress(
  position: { latitude: number; longitude: number } | undefined,
  text: string
): string {
  const map = 'https://www.openstreetmap.org/'
  if (!position) return `${map}search?query=${encodeURIComponent(text)}`
  const { latitude, longitude } = position
  return `${map}?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`
}
